const SENTENCE = /[^.!?。！？\n]+[.!?。！？\n]*/gu
const CLAUSE_END = /[,;，；]\s*/u
const FILLERS =
  '(?:(?:ok(?:ay)?|so|and|but|because|since|when|if|hey|hi|hello|yes|no|well|btw|also|then|now|please|pls|oh)[,:! ]+)*'
/** "I moved …", "my sister …": a clause that tells of the speaker, also in a sentence that ends as a question. */
const TELLS = new RegExp(
  `^${FILLERS}(?:i|i['’]?m|i['’]?ve|i['’](?:d|ll)|my|we|we['’]re|our)\\b|^[我咱](?![该該应應可能要])`,
  'iu',
)
const REQUESTS =
  'what|who|whose|when|where|which|why|how|is|are|am|was|were|do|does|did|can|could|should|would|will|have|has|any|tell|give|write|make|' +
  "translate|explain|suggest|recommend|help|list|show|summari[sz]e|find|compare|plan|draft|rewrite|shorten|check|fix|create|describe|let['’]s"
const ASKS = new RegExp(
  `^${FILLERS}(?:${REQUESTS})\\b|^(?:[请請帮幫谁誰哪几幾]|给我|給我|推荐|推薦|翻译|翻譯|解释|怎|如何|什么|什麼|为什么|為什麼|多少|能不能|可以|有没有|有沒有|是不是|要不要)`,
  'iu',
)
const PARTICLE = /[吗嗎呢嘛么麼]\s*[?？。!！~～]*$/u

/**
 * The share of a text, 0 to 1 by length, that is made of questions and requests; what the speaker tells of themselves
 * beside them is not.
 */
export function requestShare(text: string): number {
  let asked = 0
  let all = 0
  for (const [sentence] of text.matchAll(SENTENCE)) {
    const isQuestion = /[?？]\s*$/u.test(sentence)
    for (const clause of sentence.split(CLAUSE_END)) {
      const { length } = clause.trim()
      all += length
      const asksItself = PARTICLE.test(clause)
      if (asksItself || ((isQuestion || ASKS.test(clause.trim())) && !TELLS.test(clause.trim()))) asked += length
    }
  }
  return all === 0 ? 0 : asked / all
}
