document.addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && document.querySelector('nav')) {
    event.preventDefault();
    openPalette();
  }
});

let palette;

/** The list of everything that can be done, narrowed down while typing; /app/commands is the same without script. */
function openPalette() {
  palette ??= makePalette();
  if (!palette.open) palette.showModal();
  palette.querySelector('input').select();
}

/** It takes what is typed at once, also while the list is still on its way. */
function makePalette() {
  let commands = [];
  let isChosen = false;
  const dialog = document.createElement('dialog');
  dialog.className = 'palette';
  dialog.setAttribute('aria-label', 'Everything you can do');
  const input = Object.assign(document.createElement('input'), {
    type: 'search',
    placeholder: 'What do you want to do?',
  });
  input.setAttribute('aria-label', 'What do you want to do?');
  const list = Object.assign(document.createElement('ul'), { className: 'plain commands' });
  const show = () =>
    list.replaceChildren(
      ...commands
        .filter((one) => fits(one, input.value))
        .slice(0, 50)
        .map(itemOf),
    );
  input.addEventListener('input', show);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') choose();
  });
  const choose = () => {
    isChosen = commands.length === 0;
    list.querySelector('a')?.click();
  };
  void fetchCommands().then((found) => {
    commands = found;
    show();
    if (isChosen) choose();
  });
  dialog.append(input, list);
  document.body.append(dialog);
  return dialog;
}

async function fetchCommands() {
  const response = await fetch('/app/commands.json');
  return response.json();
}

function fits({ title, summary }, words) {
  const text = `${title} ${summary}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function itemOf({ href, title, area }) {
  const item = document.createElement('li');
  const link = Object.assign(document.createElement('a'), { href, textContent: title });
  const where = Object.assign(document.createElement('span'), { className: 'quiet', textContent: ` ${area}` });
  item.append(link, where);
  return item;
}
