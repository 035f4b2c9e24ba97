import { seeded } from '../seeded.js'

export interface Data {
  rows: Float32Array
  /** A new query: a point near one of the clusters. */
  query(): Float32Array
}

/**
 * Unit vectors in clusters, in random order: `noise` is the length of what is added to a unit centre before normalising,
 * so two rows of a cluster have a similarity of about 1 / (1 + noise²).
 */
export function clustered(
  count: number,
  dimensions: number,
  clusters: number,
  noise: number,
  queryNoise: number,
  seed: number,
): Data {
  const random = seeded(seed)
  const centres = new Float32Array(clusters * dimensions)
  const zero = new Float32Array(dimensions)
  for (let i = 0; i < clusters; i++) near(random, zero, 1, centres.subarray(i * dimensions, (i + 1) * dimensions))
  const anyCentre = () => {
    const at = Math.floor(random() * clusters) * dimensions
    return centres.subarray(at, at + dimensions)
  }
  const rows = new Float32Array(count * dimensions)
  for (let i = 0; i < count; i++) near(random, anyCentre(), noise, rows.subarray(i * dimensions, (i + 1) * dimensions))
  return {
    rows,
    query() {
      const query = new Float32Array(dimensions)
      near(random, anyCentre(), queryNoise, query)
      return query
    },
  }
}

function near(random: () => number, centre: Float32Array, noise: number, target: Float32Array): void {
  // The sum of three uniforms has a deviation of 1/2 and is close enough to a Gaussian.
  const size = (2 * noise) / Math.sqrt(centre.length)
  let squares = 0
  for (let i = 0; i < centre.length; i++) {
    const value = (centre[i] as number) + size * (random() + random() + random() - 1.5)
    target[i] = value
    squares += value * value
  }
  const norm = Math.sqrt(squares)
  for (let i = 0; i < target.length; i++) target[i] = (target[i] as number) / norm
}
