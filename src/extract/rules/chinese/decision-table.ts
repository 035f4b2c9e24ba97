import { pattern } from '../../../language/pattern.js'
import type { PatternRule } from '../../text/example.js'

/** Patterns of decisions, with the groups that `readDecision` reads. */
export const DECISIONS = {
  /** What somebody settled on. */
  decided: {
    example: '我决定去留学 → decision:去留学: 用户决定去留学',
    pattern: pattern('u')`
  ^(?:(?:已经|最后|最终|终于|刚刚?|一起|开会|商量(?:之)?后|讨论(?:之)?后|都|也|一致)*)
  (?:决定|敲定|商量好|选定|说好|定下来|约定|一致同意|拍板|选择|定)(?:了|好了)?(?<choice>.{2,})$
`,
  },
  /** What was replaced, if said, and its replacement. */
  switched: {
    example: '我们从Jest换到Vitest了 → uses: 用户从Jest换到Vitest了',
    pattern: pattern('u')`
  ^(?:
    (?:
      已经|最后|最终|终于|刚刚?|现在|以后|今后|从今以后|从现在起|从现在开始|往后|都|就|全部|统一|全面|正在?
      |要|会|准备|打算|项目|团队
    )*
  )(?:从(?<previous1>.{1,16}?)|把(?<previous2>.{1,16}?))?
  (?:
    改用|换用|换成|换到|切换?到|切换?成|迁移?到|迁移?至|转到|转向|转用|改成|替换成|升级到|改为用?
    |改(?=[A-Z])
  )了?(?<value>[A-Za-z\p{Script=Han}\d.+# -]{2,20}?)(?:了|，.*)?$
`,
  },
  /** A decision for the future. */
  fromNowOn: {
    example: '我以后走敏捷开发 → uses: 用户以后走敏捷开发',
    pattern: pattern('u')`
  ^(?:以后|今后|从今以后|从现在起|从现在开始|往后|接下来)
  (?:都|就|统一|全部|一律|只|一直|会|要|写测试|写代码)*(?:使?用|改用|采用|走|选)
  (?<value>[A-Za-z\p{Script=Han}\d.+# -]{2,20}?)(?:了|来.*|写.*|做.*)?$
`,
  },
  /** Something that is changed without being a tool. */
  notTool: {
    example: '我换成中文了 → nothing',
    pattern: /^(?:头像|签名|名字|中文|英文|密码|主题|背景|这|那|它|你|格式|颜色|如下|下面|表格|字|大写|小写|第)/u,
  },
} satisfies Record<string, PatternRule>
