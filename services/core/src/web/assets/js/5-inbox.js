// The inbox by keys: j and k go down and up, r replies, e is done. On the page of one reply the same keys are its links.
document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  const isTyping = target.matches('input, textarea, select') || document.querySelector('dialog[open]');
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !['j', 'k', 'r', 'e'].includes(key)) return;
  const onPage = document.querySelector(`[data-key="${key}"]`);
  const rows = [...document.querySelectorAll('[data-row]')];
  const at = rows.findIndex((row) => row.contains(target));
  if (onPage?.matches('a')) onPage.click();
  else if (onPage) onPage.focus();
  else if (key === 'j') rows[Math.min(at + 1, rows.length - 1)]?.querySelector('a').focus();
  else if (key === 'k') rows[Math.max(at - 1, 0)]?.querySelector('a').focus();
  else if (rows[at]?.dataset[key]) location.href = rows[at].dataset[key];
  if (onPage || rows.length > 0) event.preventDefault();
});
