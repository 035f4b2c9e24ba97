import { pattern } from '../../../language/pattern.js'
import type { PatternRule } from '../../text/example.js'

/** Patterns of decisions, with the groups that `readDecision` reads. */
export const DECISIONS = {
  /** What somebody settled on. */
  decided: {
    example: 'I decided to quit my job → decision:quit my job: User decided to quit their job',
    pattern: pattern('i')`
  ^(?:
    (?:
      in the end
      |after (?:some|much|a lot of) (?:thought|discussion|research)
      |finally|the team and I|today|yesterday
    ),?[ ]
  )*(?:we|I|my team|our team|the team)(?: have| finally| just| all| both)* (?<verb>
    (?:
      decided|agreed|chosen?|settled|opted|committed|voted|standardi[sz]ed|resolved|picked
      |made (?:the|a|my|our) decision
      |made up my mind|are going with|am going with|will go with|are going to go with
      |am going to go with|will be using|are standardi[sz]ing|are switching|am switching|switched
      |migrated|are migrating|have switched|are moving|moved
    )(?: (?:to|on|for|against|that|with|from|over))?
  ) (?<choice>.+)$
`,
  },
  /** A proposal to a group. */
  letUs: {
    example: 'Let us use Postgres for the project → uses: User wants to use Postgres for the project',
    pattern: pattern('i')`
  ^let us (?:all )?(?<choice>
    (?:use|go with|stick (?:to|with)|switch to|standardi[sz]e on|settle on|adopt|keep using|move to|agree (?:on|to)) .+
  )$
`,
  },
  /** A decision for the future. */
  fromNowOn: {
    example: 'From now on we will use pnpm → uses: User decided: from now on, use pnpm',
    pattern: pattern('i')`
  ^(?:(?:from now on|going forward|as of (?:now|today)|starting (?:now|today)),? )(?:we|I)[ ]
  (?:will |are (?:going to )?|am (?:going to )?|(?:want|would like) to )?(?:be )?(?:only |always |just )*(?<choice>.+)$
`,
  },
  /** The choice and what it was preferred to. */
  insteadOf: {
    example: 'We picked linen over cotton → uses: User picked linen over cotton',
    pattern: pattern('iu')`
  (?<value>[\p{L}\d.+#-]+(?: [\p{L}\d.+#-]+){0,2}?),? (?:instead of|rather than|over|not|replacing) (?<previous>
    [\p{L}\d.+#-]+(?:
      [ ](?!
        (?:
          in|for|last|on|at|and|because|since|this|when|after|an?|to|with|but|two|three|recently
          |years?|if|so|as|about|by
        )\b
      )[\p{L}\d.+#-]+
    )?
  )
`,
  },
  /** What was replaced, then its replacement. */
  fromTo: {
    example: 'We moved from Jest to Vitest → uses: User moved from Jest to Vitest',
    pattern: pattern('iu')`
  from (?<previous>[\p{L}\d.+#-]+(?: [\p{L}\d.+#-]+){0,2}?) (?:over )?to (?<value>
    [\p{L}\d.+#-]+(?:
      [ ](?!
        (?:
          in|for|last|on|at|and|because|since|this|when|after|an?|to|with|but|two|three|recently
          |years?|if|so|as|about|by
        )\b
      )[\p{L}\d.+#-]+
    )?
  )
`,
  },
  /** The replacement, then what it replaced. */
  toFrom: {
    example: 'We moved to Vitest from Jest → uses: User moved to Vitest from Jest',
    pattern: pattern('u')`
  ^(?:over )?(?:to )?(?<value>\p{Lu}[\p{L}\d.+#-]*(?: [\p{L}\d.+#-]+)?) from[ ]
  (?<previous>\p{Lu}[\p{L}\d.+#-]*(?: [\p{L}\d.+#-]+)?)
`,
  },
  /** Points into the conversation: what was decided is not said. */
  pointing: {
    example: 'We decided on those red curtains → nothing',
    pattern: pattern('i')`
  ^(?:it|this|that|these|those|not to bother|the (?:first|second|last|other|former|latter|following)|option|your|you)\b
`,
  },
  /** Makes a proposal more than one of the moment. */
  forProject: {
    example: 'Let us use tabs for our codebase → uses: User wants to use tabs for our codebase',
    pattern: pattern('i')`
  \b(?:
    for (?:the|this|our)[ ]
      (?:project|app|api|backend|frontend|repo|team|codebase|tests?|database|trip|site|website)
    |instead of|rather than
  )\b
`,
  },
  /** A tool of software work. */
  tool: {
    example: 'We are moving from Slack to Teams → uses: User is moving from Slack to Teams',
    pattern: pattern('i')`
  \b(?:
    jest|vitest|webpack|vite|react|vue|svelte|angular|redux|postgres(?:ql)?|mysql|mongo(?:db)?|sqlite
    |redis|aws|azure|gcp|heroku|vercel|netlify|docker|kubernetes|github|gitlab|bitbucket|jira|linear
    |slack|teams|discord|notion|obsidian|evernote|figma|sketch|python|java|kotlin|swift|rust|go
    |typescript|javascript|npm|yarn|pnpm|bun|node|deno|vim|vs ?code|emacs|intellij|windows|linux
    |mac(?:os)?|android|iphone|ios|chrome|firefox|safari|gmail|outlook|spotify|excel|sheets|rest|graphql
    |grpc|tabs|spaces|eslint|biome|oxlint|prettier|mocha|cypress|playwright|tailwind|bootstrap|django
    |flask|fastapi|rails|laravel|express|nest(?:js)?|next(?:\.js)?|nuxt|remix|astro
  )\b
`,
  },
} satisfies Record<string, PatternRule>
