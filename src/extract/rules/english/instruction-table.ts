import { pattern } from '../../../language/pattern.js'
import type { PatternRule } from '../../text/example.js'
import { LANGUAGE } from '../../text/english/vocabulary.js'

/** Patterns of instructions to the assistant, with the groups that `readInstruction` reads. */
export const INSTRUCTIONS = {
  /** Says that an instruction holds for the future. */
  standingPhrase: {
    example: 'Going forward use short sentences → uses: User wants the assistant to use short sentences',
    pattern: pattern('gi')`
  \b(?:
    from now on|going forward|moving forward|from here on(?: out)?|in (?:the )?future|henceforth
    |as of (?:now|today)|starting (?:now|today)|from today(?: on)?|for future reference|by default
  )\b,?\s*
`,
  },
  /** Wraps an instruction in a request. */
  polite: {
    example: 'I want you to be more concise → instruction:length: User wants the assistant to be more concise',
    pattern: pattern('i')`
  ^(?:
    (?:
      please|pls|kindly|just|also|and|so|ok|okay|then|remember to
      |make sure (?:to|you|that you)
      |be sure to|do not forget to|try to
      |you (?:should|must|can|need to|have to)
      |I (?:want|need|expect|would like|would love|would prefer|prefer|ask) (?:you|that you|for you|it if you)
        (?: to)?
      |can you|could you|would you|if you could|let us|keep in mind to
    )\b,?\s*
  )+
`,
  },
  /** The verb that an instruction begins with. */
  imperative: {
    example:
      'Sign your replies Bob → instruction:sign your replies bob: User wants the assistant to sign its replies Bob',
    pattern: pattern('i')`
  ^(?:
    always|never|only|do not(?: ever)?|stop|no|avoid|answer|reply|respond|use|write|speak|talk|call
    |address|refer|keep|give|include|add|format|be|explain|show|start|end|begin|finish|skip|put|make
    |provide|cite|convert|assume|prefer|treat|ask|tell|remind|send|check|suggest|recommend|translate
    |return|stick|default|limit|leave|wrap|sign|greet|list|name|run|prefix|follow|generate|create|say
    |correct|summarize|summarise|warn|mention|confirm|double-check|output|code|respond|refrain|spell|let
    |round|quote|mark|tag|label|indent|test|commit|stay|structure|consider|number|count|offer|focus|drop
  )\b
`,
  },
  /** Speaks of how the assistant answers. */
  aboutAnswers: {
    example:
      'I want you to cite in your code → instruction:cite in your code: User wants the assistant to cite in its code',
    pattern: pattern('i')`
  \b(?:
    your (?:answers?|replies|reply|responses?|messages?|explanations?|output|tone|suggestions|code|recommendations)
    |when(?:ever)? (?:you )?(?:answer|reply|respond|write|explain|code|talk|speak|suggest|address)\w*
    |when (?:answering|replying|responding|writing|explaining|coding|talking|suggesting|giving me|addressing)
    |in (?:answers|replies|responses)
    |all (?:answers|replies|responses)
    |with me\b|to me\b
  )
`,
  },
  /** Something that the assistant is to stop. */
  stop: {
    example: 'Do not use emojis → instruction:use emojis: User wants the assistant not to use emojis',
    pattern: pattern('i')`
  ^(?:stop|do not|no more|no) (?:ever )?(?:
    using|use|adding|add|saying|say|apologi[sz]ing|apologi[sz]e|calling|call|with|asking|ask|ending|end
    |starting|start|including|include|giving|give|repeating|repeat|recommend(?:ing)?|suggest(?:ing)?
    |put(?:ting)?|writ(?:e|ing)|talking|sugarcoat\w*|be(?:ing)?|explain\w*|show\w*|send\w*|remind\w*
    |mention\w*
  )\b
`,
  },
  /** Something that belongs to the style of answers. */
  styleObject: {
    example: 'Stop using semicolons → instruction:using semicolons: User wants the assistant to stop using semicolons',
    pattern: pattern('i')`
  \b(?:
    emojis?
    |exclamation (?:marks|points)
    |bullet points?|bullets|markdown|tables|headings|headers|semicolons?|comments?|disclaimers?
    |em[- ]dash(?:es)?|jargon|apolog\w+|small talk|filler|follow-up questions|flowery
    |so (?:formal|casual|verbose|polite)
    |sorry
    |me (?:sir|ma'am|buddy|dude|madam|dear|by)
    |slang|curse|swear\w*|recipes? with|meat|pork|alcohol|nuts|dairy|gluten|citations|code comments|tabs
    |spaces|placeholders|analogies
  )\b
`,
  },
  /** A rule for a case that comes again. */
  whenever: {
    example: 'If I type x, stop → instruction:if i type x, stop: User wants this rule followed: if User types x, stop',
    pattern: pattern('iu')`
  ^(?:when(?:ever)?|every time|each time|any time|anytime|if) (?:I|you|we) (?:
    ask|say|send|paste|give|request|write|type|mention|share|am|want|talk|need|post|answer|suggest
    |recommend|generate|explain|reply|respond|use
  )\b[^,]{0,80},\s*(?:please |always |just |do not |never )*\p{L}+
`,
  },
  /** What the speaker wants to be called. */
  callMe: {
    example: 'Call me Bob → nickname: User wants to be called Bob',
    pattern: pattern('iu')`
  ^(?:
    (?:
      please|pls|just|literally|basically|pretty much|only|but|you can|you may|u can|feel free to
      |everyone|everybody|people|my friends|friends|they|most people|folks|my family|they all
      |all my friends
    )(?: can| just| usually| all| always)?[ ]
  )*(?:call|calls|refer to|address|know) me (?:as |by )?(?<name>
    (?!a |an |the |back|when|if|at|on|in|later|crazy|old|maybe|out|by|sir|tomorrow|names|that\b|what|it\b|him|her)
      \p{L}[\p{L}'.-]{0,20}(?: \p{Lu}[\p{L}'.-]{0,20}){0,2}
  )(?:
    $|[,.!]
    | (?:
      instead(?: of (?<previous>\p{L}+))?
      |not (?<not>\p{L}+)|from now on|please|by the way|for short
      |in (?:letters|emails|messages|public|chat|any|all|every\w*)\b.*
      |everyone|everybody|going forward|or
      |rather than (?<rather>\p{L}+)
    )
  )
`,
  },
  /** What the speaker does not want to be called. */
  doNotCallMe: {
    example: 'Do not call me Robert → nickname: User does not want to be called Robert',
    pattern: pattern('iu')`
  ^(?:please )?(?:do not|stop|never) (?:ever )?(?:call|calling|address|addressing) me (?:as )?
  (?<name>[\p{L}'.-]+(?: [\p{L}'.-]+)?)(?: any more)?(?:$|[,.!]| (?:any|please|again))
`,
  },
  /** The language of answers. */
  answerLanguage: {
    example: 'Always reply in French → instruction:language: User wants the assistant to always reply in French',
    pattern: pattern('i')`
  \b(?:in|into|speak|use|to) (?<value>
    (?:(?:brazilian|british|american|simple|plain|simplified|traditional|european|mexican|canadian) )?(?:${LANGUAGE})
  )\b
`,
  },
  /** A request of the moment. */
  oneOff: {
    example: 'Keep your answers short this time → nothing',
    pattern: pattern('i')`
  \b(?:
    this (?:
      one|time|text|question|email|file|code|function|paragraph|story|poem|essay|chapter|image|page
      |list|problem|section|sentence|document|error|bug
    )
    |these (?:files|sentences)
    |the (?:following|above|next)
    |below|above|here:|today's|just once|for now only|for (?:this|once)|tonight|right now
  )\b
`,
  },
  /** A tool that is to be used, and the one that it replaces. */
  tool: {
    example: 'Always use Vitest instead of Jest → uses: User wants the assistant to always use Vitest instead of Jest',
    pattern: pattern('iu')`
  \b(?:use|go with|stick (?:to|with)|prefer|switch to|default to|write (?:it |everything |code )?in) (?:only )?(?<value>
    (?!you|your|it\b|this|that|the following)[\p{L}\d.+#-]+
      (?: (?!instead|for|not|and|rather|in|over|when|by|from|as|to|with|unless|on|please)[\p{L}\d.+#-]+){0,2}
  )(?:,? (?:instead of|not|rather than|over|and not|never) (?<previous>[\p{L}\d.+#-]+(?: [\p{L}\d.+#-]+)?))?
`,
  },
  /** A preference for how answers are given. */
  rather: {
    example:
      'I would rather have C for all → instruction:give me c for all: User wants the assistant to give User C for all',
    pattern: pattern('iu')`
      ^I would (?:rather|prefer to|like to|prefer) (?:have|get|see|be given)[ ]
      (?<what>(?!this|that|it\b|you)\p{L}.+)$
    `,
  },
  /** A manner of answering. */
  manner: {
    example: 'I want you to be more blunt → instruction:be more blunt: User wants the assistant to be more blunt',
    pattern: pattern('i')`
  ^be (?:more |less |very |as )?(?:
    concise|brief|honest|direct|blunt|formal|informal|casual|critical|patient|polite|friendly
    |funny|specific|detailed|encouraging|strict|gentle|short|succinct
  )
`,
  },
  /** The form of all answers. */
  shapesAnswers: {
    example: 'Keep your replies brief → instruction:length: User wants the assistant to keep its replies brief',
    pattern: pattern('i')`
  ^(?:keep|make|limit|format|end|start|begin|sign) (?:all )?(?:of )?your[ ]
  (?:answers?|replies|responses?|messages|explanations|output|tone|code|suggestions)\b
`,
  },
  /** Something that the assistant is to offer no more. */
  stopOffering: {
    example: 'Stop offering hints → instruction:offering hints: User wants the assistant to stop offering hints',
    pattern: pattern('i')`
  ^stop (?:suggesting|recommending|mentioning|bringing up|offering|(?:giving|showing|sending|telling) me)[ ]
  (?!this|that|it\b|them|the\b)
`,
  },
  /** Imperatives of courtesy. */
  courtesy: {
    example: 'Do not worry from now on → nothing',
    pattern: pattern('i')`
  ^(?:
    do not worry|be (?:careful|well|safe)
    |no (?:worries|problem|idea|way|thanks|need|one|matter|longer|doubt)
    |let (?:me|it)|say hi|tell (?:him|her|them)
  )\b
`,
  },
  /** Says what somebody always or never did. */
  habit: {
    example: 'Always have smoked → nothing',
    pattern: pattern('i')`
  ^(?:always|never) (?:have|has|had|did|do|was|were|am|is|are|will|would|can|could)(?: been| had| done| \w+ed|$)
`,
  },
  /** Another way to say "call me". */
  wantsToBeCalled: {
    example: 'I prefer to be called Bob → nickname: User wants to be called Bob',
    pattern: pattern('i')`
  ^(?:and |but |so |or )?
  (?:I (?:prefer|would prefer|like|want) (?:to be called|being called|it when people call me|if you call me) )
`,
  },
  /** Units of measurement. */
  units: {
    example: 'Please always use metric units → instruction:units: User wants the assistant to always use metric units',
    pattern: pattern('i')`
  \b(?<value>metric|imperial|celsius|fahrenheit|kilomet(?:er|re)s|miles|24-?hour|12-?hour|euros?|dollars?|pounds)\b
`,
  },
  /** The length of answers. */
  length: {
    example: 'Keep your answers short → instruction:length: User wants the assistant to keep its answers short',
    pattern: pattern('i')`
  \b(?:
    short|shorter|brief|briefly|concise|concisely|long|longer|detailed|detail|succinct|terse
    |one sentence
    |\w+ (?:words|sentences|paragraphs?)(?: or less)?
  )\b
`,
  },
} satisfies Record<string, PatternRule>
