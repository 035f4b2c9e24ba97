import '../../../src/index/vector/hnsw/hnsw.worker.js'

addEventListener('message', ({ data }) => {
  if (data === 'crash') throw new Error('told to crash')
})
