import type { StorageEstimate } from '../store/store.js'
import type { StorageHealth } from './types.js'
import { roomOf } from './room.js'

/** What decides whether the browser keeps the data. */
export interface Keeper {
  /** The store's. */
  kind: string
  userAgent: string
  /** Whether the page runs as an application of its own, from the home screen or the dock. */
  installed: boolean
}

type Words = StorageHealth['advice']

const WORDS = {
  memory: {
    en: 'Nothing is kept: what is remembered here is gone when this page is closed.',
    zh: '这里的内容不会保存：关闭此页面后，记住的一切都会消失。',
  },
  full: {
    en: 'The storage for this site is full: new things can hardly be remembered. Delete memories that you no longer need, or free space on this device.',
    zh: '本站的存储空间已满，几乎无法再记住新的内容。请删除不再需要的记忆，或清理设备空间。',
  },
  low: {
    en: 'The storage for this site is almost full. Delete memories that you no longer need, or free space on this device.',
    zh: '本站的存储空间即将用完。请删除不再需要的记忆，或清理设备空间。',
  },
  safari: {
    en: 'This browser deletes what is remembered here if you use it for seven days without visiting this site. Visit it every week, add it to your home screen, or save a backup file.',
    zh: '如果连续使用此浏览器七天而没有访问本站，浏览器会删除这里记住的内容。请每周访问一次、将本站添加到主屏幕，或保存备份文件。',
  },
  evictable: {
    en: 'The browser may delete what is remembered here when this device runs out of space. Allow this site to keep its data, or save a backup file now and then.',
    zh: '设备空间不足时，浏览器可能会删除这里记住的内容。请允许本站永久保存数据，或定期保存备份文件。',
  },
  kept: {
    en: 'The browser keeps what is remembered here until you delete it yourself.',
    zh: '浏览器会一直保存这里记住的内容，直到您自己删除。',
  },
} as const satisfies Record<string, Words>

/** How likely it is that the browser deletes the data or has no space for more, and what the user can do about it. */
export function storageHealth(estimate: StorageEstimate, { kind, userAgent, installed }: Keeper): StorageHealth {
  const health = (risk: StorageHealth['risk'], ...words: Words[]): StorageHealth => ({
    ...estimate,
    risk,
    advice: { en: words.map(({ en }) => en).join(' '), zh: words.map(({ zh }) => zh).join('') },
  })
  if (kind === 'memory') return health('high', WORDS.memory)
  const room = roomOf(estimate)
  const space = room === 'full' ? [WORDS.full] : room === 'low' ? [WORDS.low] : []
  if (room === 'full') return health('high', ...space, estimate.persisted ? WORDS.kept : WORDS.evictable)
  if (estimate.persisted) return health(room === 'low' ? 'low' : 'none', ...space, WORDS.kept)
  if (isWebKit(userAgent) && !installed) return health('high', ...space, WORDS.safari)
  return health(room === 'low' ? 'high' : 'low', ...space, WORDS.evictable)
}

export function keeperHere(kind: string): Keeper {
  const { navigator, matchMedia } = globalThis as Partial<typeof globalThis>
  return {
    kind,
    userAgent: navigator?.userAgent ?? '',
    installed: matchMedia?.('(display-mode: standalone)').matches ?? false,
  }
}

/** Safari, and every browser on iOS. Chromium names WebKit too. */
const isWebKit = (userAgent: string): boolean =>
  /AppleWebKit\//.test(userAgent) && !/(Chrome|Chromium|HeadlessChrome)\//.test(userAgent)
