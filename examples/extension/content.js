// In every page: Alt and the mouse remember what is selected.
addEventListener('mouseup', async (event) => {
  const text = String(getSelection()).trim()
  if (!event.altKey || text === '') return
  const { error } = await chrome.runtime.sendMessage({
    type: 'remember',
    text,
    url: location.href,
    title: document.title,
  })
  document.documentElement.dataset.locket = error ?? 'remembered'
})
