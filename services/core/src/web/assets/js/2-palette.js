// The palette: the search page as a dialog, with results while one types.
const palette = document.querySelector('#palette');
if (palette) {
  const [input, found] = [palette.querySelector('input'), palette.querySelector('.found')];
  const open = () => {
    if (!palette.open) palette.showModal();
    input.select();
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  let isChosen = false;
  let shownFor;

  document.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    open();
  });
  document.querySelector('[data-palette]')?.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    open();
  });
  palette.addEventListener('click', (event) => {
    if (event.target === palette) palette.close();
  });

  /** The first result, once it is one for what is typed. */
  const choose = () => {
    isChosen = shownFor !== input.value.trim();
    if (!isChosen) found.querySelector('li a')?.click();
  };
  palette.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault();
    choose();
  });
  document.addEventListener('htmx:after:swap', () => {
    shownFor = found.querySelector('[data-search]')?.dataset.search;
    if (isChosen) choose();
  });
  palette.addEventListener('keydown', (event) => {
    if (!['ArrowDown', 'ArrowUp'].includes(event.key)) return;
    event.preventDefault();
    const links = [input, ...found.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1);
    links[(at + links.length) % links.length].focus();
  });
}
