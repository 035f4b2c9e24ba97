type Vector = Float32Array | Float64Array

export function dot(a: Vector, b: Vector): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}

/** Adds `factor * vector` to `target` in place, and returns `target`. */
export function addScaled<T extends Vector>(target: T, vector: Vector, factor: number): T {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] as number) + factor * (vector[i] as number)
  return target
}
