// Who may import whom. The table of rooms in docs/architecture.md says the same in words; test/packaging/rooms.test.ts compares the two
// and shows that each rule can fail.

/** A room: a folder, or a file, of `src/`. */
// `src/index.ts` is the package's entry, which gathers what every room offers; `src/index/` is a room.
const room = (name) => (name === 'index' ? '^src/index/' : `^src/${name}(/|\\.ts$)`)

/** What each room may import, besides itself, `values` and `platform`. The rooms at the top of the list use those below them. */
const ROOMS = {
  memory: ['engine', 'write', 'read', 'manage', 'backup', 'verify', 'storage', 'encryption', 'store'],
  worker: ['memory', 'engine/events', 'backup', 'work', 'storage', 'embed', 'llm'],
  verify: ['engine', 'store', 'index', 'storage', 'backup'],
  backup: ['engine', 'manage', 'store', 'storage', 'secrets'],
  manage: [
    'engine',
    'write',
    'read/types',
    'read/list/items',
    'index',
    'store',
    'storage',
    'work',
    'reconcile',
    'embed/embedder',
    'language',
    'secrets',
  ],
  engine: [
    'write',
    'entities',
    'index',
    'work',
    'storage',
    'encryption',
    'verify/heal-numbers',
    'extract',
    'embed',
    'llm',
    'rerank/reranker',
    'store',
    'secrets',
  ],
  read: ['index', 'store', 'embed', 'rerank/reranker', 'language', 'secrets'],
  write: ['engine/engine', 'extract', 'reconcile', 'index', 'embed', 'work', 'storage', 'store', 'language', 'secrets'],
  entities: ['index', 'store', 'language', 'secrets'],
  work: ['index', 'storage', 'store'],
  rerank: ['llm', 'embed/embedder', 'extract/llm/parse'],
  extract: ['reconcile', 'llm', 'embed/embedder', 'store/records', 'language'],
  reconcile: ['extract/fact', 'language'],
  llm: ['embed'],
  embed: [],
  storage: ['store'],
  encryption: ['store'],
  index: ['store', 'language', 'secrets'],
  store: ['secrets'],
  testing: ['extract', 'llm', 'embed/embedder', 'language'],
  language: [],
  secrets: [],
  platform: ['values'],
  values: [],
}

/** Rooms that every room but themselves may import. */
const SHARED = ['values', 'platform']

const onlyImports = (name, allowed) => ({
  name: `${name}-imports`,
  comment: `\`src/${name}\` may import: ${allowed.join(', ') || 'nothing'}. See docs/architecture.md.`,
  severity: 'error',
  from: { path: room(name) },
  to: { path: '^src/', pathNot: [name, ...allowed].map(room) },
})

const never = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: to },
})

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-dead-ends',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-undeclared-library',
      comment: 'A library must stand in package.json.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['npm-peer'] },
    },
    {
      name: 'no-node',
      comment: 'The page has no Node.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['core'] },
    },

    ...Object.entries(ROOMS).map(([name, allowed]) =>
      onlyImports(name, SHARED.includes(name) ? allowed : [...allowed, ...SHARED]),
    ),
    never(
      'extractors-stay-apart',
      '^src/extract/llm/',
      '^src/extract/rules/',
      'One extractor does not reach into another; what both use is in src/extract/text.',
    ),
    never('extract-text-is-shared', '^src/extract/text/', '^src/extract/(rules|llm)/', 'It serves both extractors.'),
    never(
      'adapters-stay-behind-interfaces',
      '^src/(read|write|manage|work)/',
      '^src/(embed/transformers|rerank/(?!reranker)|index/keyword/minisearch|index/vector/exact|store/(indexeddb|memory)-)',
      'The paths know interfaces, not adapters.',
    ),
    never(
      'transformers-in-embed',
      '^src/(?!embed/|llm/transformers/)',
      'node_modules/@huggingface/transformers',
      'The library is large: two folders import it, and lazily.',
    ),
    never('idb-in-store', '^src/(?!store/)', 'node_modules/idb/'),
    never('minisearch-in-keyword', '^src/(?!index/keyword/)', 'node_modules/minisearch/'),
    never('testing-is-for-tests', '^src/(?!testing/)', '^src/testing/'),
    never('no-tests-in-src', '^src/', '^(test|demo|bench|scripts)/'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/assembly/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
      extensions: ['.ts', '.js', '.d.ts'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
