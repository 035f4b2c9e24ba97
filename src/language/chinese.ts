// Function words, and question words that occur in nearly every query. The negations 不 and 没 are not among them:
// a bigram with one of them often decides what a text says.
const STOP_WORDS = new Set(
  `的 了 着 过 地 得 是 在 有 和 与 及 或 也 都 就 还 又 再 很 太 更 最 吗 呢 吧 啊 呀 哦 嗯 嘛 哈 啦 我 你 您 他
  她 它 我们 你们 他们 她们 它们 咱们 自己 这 那 这个 那个 这些 那些 这样 那样 这里 那里 什么 什么时候 怎么 怎样
  怎么样 为什么 哪 哪个 哪些 哪里 哪儿 谁 几 多少 如何 是否 是不是 有没有 个 把 被 让 给 向 从 对 跟 到 为 以 于
  而 但 但是 因为 所以 如果 然后 一个 一些 一下 可以 会 能 要 想 说 這 嗎 為 與 這個 那個 我們 你們 他們 什麼
  什麼時候 怎麼 為什麼 哪裡 誰 幾 個 讓 給 從 對 還 過 著 後`.split(/\s+/),
)

/** Whether a Chinese word is a stop word. */
export function isChineseStopWord(word: string): boolean {
  return STOP_WORDS.has(word)
}

// Created at first use, so that importing has no side effects. `null` where the browser has no `Intl.Segmenter`.
let segmenter: Intl.Segmenter | null | undefined

// In characters. Segmenting takes time quadratic in its input (measured: 0.4 s for 16,000 characters), so longer runs
// are cut; no sentence is this long.
const LONGEST_SEGMENTED = 256

// A call of the segmenter costs about 0.1 ms however short the run, and short runs recur: those of up to this many
// characters are cached.
const LONGEST_CACHED = 8
const CACHE_SIZE = 2_000
const cache = new Map<string, string[]>()

/** The dictionary words of a run of Han characters; none where the browser has no `Intl.Segmenter`. */
export function chineseWords(run: string): string[] {
  if (run.length > LONGEST_CACHED) return segmented(run)
  let words = cache.get(run)
  if (!words) {
    if (cache.size >= CACHE_SIZE) cache.clear()
    cache.set(run, (words = segmented(run)))
  }
  return words
}

function segmented(run: string): string[] {
  segmenter ??= typeof Intl.Segmenter === 'function' ? new Intl.Segmenter('zh', { granularity: 'word' }) : null
  if (!segmenter) return []
  const words: string[] = []
  for (let start = 0; start < run.length;) {
    // Not between the two halves of a surrogate pair.
    const end = start + LONGEST_SEGMENTED + (/[\uD800-\uDBFF]/.test(run.charAt(start + LONGEST_SEGMENTED - 1)) ? 1 : 0)
    for (const { segment } of segmenter.segment(run.slice(start, end))) words.push(segment)
    start = end
  }
  return words
}

/** Each pair of neighbouring characters; the character itself when there is only one. */
export function bigrams(run: string): string[] {
  const characters = Array.from(run)
  return characters.length < 2
    ? characters
    : characters.slice(1).map((character, i) => (characters[i] as string) + character)
}
