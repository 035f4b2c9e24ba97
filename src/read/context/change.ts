const CHANGE = new RegExp(
  [
    "\\b(?:now|no longer|any ?more|actually|instead|since|finally|already|these days|over|gone|back to|used to|new|became|become|turned|got|isn['’]?t|not)\\b",
    '\\b(?:mov|chang|switch|stopp|renam|cancel|postpon|retir|recover|separat)\\w*',
    '\\b(?:quit|left|sold|gave up|broke up|split up|traded|passed|lost|won)\\b',
    '现在|現在|不再|不用|其实|其實|已经|已經|终于|終於|改|换|換|搬|辞|辭|卸|停|取消|推迟|推遲|[离離][职職婚]|退|分手|好了|没了|沒了|没有了|又|[卖賣]',
  ].join('|'),
  'iu',
)

/** Whether a statement has words of change: "we moved", "not any more", 换了, 不再. */
export const tellsOfChange = (text: string): boolean => CHANGE.test(text)
