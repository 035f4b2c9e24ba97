import '../../../src/index/keyword/keyword.worker.js'

addEventListener('message', ({ data }) => {
  if (data === 'crash')
    setTimeout(() => {
      throw new Error('out of luck')
    })
})
