// Weights of a linear value, fitted listwise: each relevant candidate against all irrelevant ones of its question (softmax), with a
// small ridge on standardised weights. L-BFGS; deterministic.
const RIDGE = 1e-3
/** Irrelevant candidates below this place, by the order of the dump, teach nothing. */
const KEPT = 120
const MEMORY = 8

/** @param questions as `readDump` gives them @param names the signals to weigh */
export function fit(questions, names) {
  const data = questions
    .map(({ relevant, columns }) => table(relevant, columns, names))
    .filter(({ positive }) => positive.length > 0)
  const scales = names.map((_, j) => deviation(data, j, names.length))
  for (const { x } of data) for (let i = 0; i < x.length; i++) x[i] /= scales[i % names.length]
  const weights = minimise((w) => lossOf(data, w), new Float64Array(names.length))
  return Object.fromEntries(names.map((name, j) => [name, weights[j] / scales[j]]))
}

function table(relevant, columns, names) {
  const kept = [...relevant.keys()].filter((i) => i < KEPT || relevant[i])
  return {
    x: Float64Array.from(kept.flatMap((i) => names.map((name) => columns[name][i]))),
    positive: [...kept.keys()].filter((row) => relevant[kept[row]]),
    rows: kept.length,
  }
}

/** Of a signal within questions, pooled. */
function deviation(data, j, width) {
  let [squares, count] = [0, 0]
  for (const { x, rows } of data) {
    let mean = 0
    for (let r = 0; r < rows; r++) mean += x[r * width + j] / rows
    for (let r = 0; r < rows; r++) squares += (x[r * width + j] - mean) ** 2
    count += rows
  }
  return Math.sqrt(squares / count) || 1
}

function lossOf(data, w) {
  const width = w.length
  const gradient = new Float64Array(width)
  let loss = 0
  for (const { x, positive, rows } of data) {
    const values = new Float64Array(rows)
    for (let r = 0; r < rows; r++) for (let j = 0; j < width; j++) values[r] += w[j] * x[r * width + j]
    const highest = Math.max(...values)
    const odds = values.map((value) => Math.exp(value - highest))
    const isPositive = new Set(positive)
    let others = 0
    for (let r = 0; r < rows; r++) if (!isPositive.has(r)) others += odds[r]
    const push = new Float64Array(rows)
    let onOthers = 0
    for (const r of positive) {
      const all = others + odds[r]
      loss += (Math.log(all) - (values[r] - highest)) / positive.length
      push[r] -= others / all / positive.length
      onOthers += 1 / all / positive.length
    }
    for (let r = 0; r < rows; r++) {
      if (!isPositive.has(r)) push[r] = onOthers * odds[r]
      for (let j = 0; j < width; j++) gradient[j] += push[r] * x[r * width + j]
    }
  }
  for (let j = 0; j < width; j++) {
    gradient[j] = gradient[j] / data.length + 2 * RIDGE * w[j]
    loss += data.length * RIDGE * w[j] ** 2
  }
  return { loss: loss / data.length, gradient }
}

function minimise(objective, start) {
  let w = start
  let { loss, gradient } = objective(w)
  const history = []
  for (let step = 0; step < 250; step++) {
    const direction = descent(gradient, history)
    const slope = dot(gradient, direction)
    let size = 1
    let next
    do {
      const candidate = w.map((value, j) => value - size * direction[j])
      next = { w: candidate, ...objective(candidate) }
      size /= 2
    } while (next.loss > loss - 2e-4 * size * slope && size > 1e-7)
    if (!(next.loss < loss - 1e-7)) break
    const s = next.w.map((value, j) => value - w[j])
    const y = next.gradient.map((value, j) => value - gradient[j])
    if (dot(s, y) > 1e-12) history.push({ s, y, rho: 1 / dot(s, y) })
    if (history.length > MEMORY) history.shift()
    ;({ w, loss, gradient } = next)
  }
  return w
}

/** The two loops of L-BFGS. */
function descent(gradient, history) {
  const q = Float64Array.from(gradient)
  const shares = history.map(() => 0)
  for (let h = history.length - 1; h >= 0; h--) {
    shares[h] = history[h].rho * dot(history[h].s, q)
    for (let j = 0; j < q.length; j++) q[j] -= shares[h] * history[h].y[j]
  }
  const last = history.at(-1)
  if (last) for (let j = 0; j < q.length; j++) q[j] /= last.rho * dot(last.y, last.y)
  history.forEach(({ s, y, rho }, h) => {
    const share = shares[h] - rho * dot(y, q)
    for (let j = 0; j < q.length; j++) q[j] += s[j] * share
  })
  return q
}

function dot(a, b) {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}
