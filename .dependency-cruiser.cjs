// Who may know whom: the rooms of docs/architecture.md.
const room = (...names) =>
  `^src/(${names.map((name) => (name === 'index' ? 'index/' : `${name}(/|\\.ts$)`)).join('|')})`
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: '^src/', pathNot: [from, ...allowed] },
})
const never = (name, from, to, comment, pathNot = []) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: to, pathNot },
})

/** Plain values and checks that every room may use. */
const BASE = room('values', 'platform')

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

    only('errors-knows-nobody', '^src/values/errors', [], 'Everyone may throw; so the errors know nobody.'),
    only(
      'pure-rooms',
      room('language', 'secrets'),
      [BASE],
      'Pure: they know nobody but the errors and checks of input.',
    ),
    only(
      'store-knows-records',
      room('store'),
      [BASE, room('types', 'secrets')],
      'The store keeps records; what they mean is above it.',
    ),
    never(
      'index-is-fed',
      room('index'),
      room('read', 'write', 'manage', 'work', 'memory', 'engine'),
      'An index is fed; it reaches into nobody.',
    ),
    never(
      'read-and-write-apart',
      room('read'),
      room('write', 'manage', 'work'),
      'They meet in store, index and the embedder interface.',
    ),
    never('write-and-read-apart', room('write'), room('read'), 'They meet in store, index and the embedder interface.'),
    only(
      'encryption-knows-store',
      room('encryption'),
      [BASE, room('store', 'types')],
      'It seals what the store keeps, whatever it means.',
    ),
    only('embed-knows-its-library', room('embed'), [BASE], 'An adapter knows its interface and its library.'),
    never(
      'adapters-stay-behind-interfaces',
      room('read', 'write', 'manage', 'work'),
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
