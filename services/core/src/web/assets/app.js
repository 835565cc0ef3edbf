// Everything works without this file; it saves a few clicks.

for (const button of document.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    const label = button.textContent;
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = label;
    }, 1500);
  });
}

for (const form of document.querySelectorAll('form[data-confirm]')) {
  form.addEventListener('submit', (event) => {
    if (!window.confirm(form.dataset.confirm)) event.preventDefault();
  });
}

for (const button of document.querySelectorAll('[data-preset]')) {
  button.addEventListener('click', (event) => {
    event.preventDefault();
    const kinds = button.dataset.preset.split(' ');
    for (const box of button.form.querySelectorAll('[data-kind]')) box.checked = kinds.includes(box.dataset.kind);
  });
}

// A key is shown once: reloading its page must not create another one.
const shownOnce = document.querySelector('[data-replace-address]');
if (shownOnce) history.replaceState(null, '', shownOnce.dataset.replaceAddress);

document.addEventListener('click', (event) => {
  for (const menu of document.querySelectorAll('details.menu[open]')) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

// The server writes times in UTC; here they are shown in the reader's zone.
const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
for (const time of document.querySelectorAll('time[datetime]')) {
  time.title = time.textContent;
  time.textContent = local.format(new Date(time.dateTime));
}
