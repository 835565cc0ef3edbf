// The palette: the search page as a dialog, with results while one types.
const palette = document.querySelector('#palette');
if (palette) {
  const [input, found] = [palette.querySelector('input'), palette.querySelector('.found')];
  const show = () => {
    if (!palette.open) palette.showModal();
    input.select();
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  let isChosen = false;
  let shownFor;

  document.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    show();
  });
  document.querySelector('[data-palette]')?.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show();
  });
  palette.addEventListener('click', (event) => {
    if (event.target === palette) palette.close();
  });

  const options = () => [...found.querySelectorAll('[role=option]')];
  const selected = () => found.querySelector('[aria-selected=true]');
  const select = (option) => {
    for (const one of options()) one.setAttribute('aria-selected', String(one === option));
    input.setAttribute('aria-activedescendant', option?.id ?? '');
    option?.scrollIntoView({ block: 'nearest' });
  };

  /** Opens the selected result, once the results are those for what is typed. */
  const choose = (event) => {
    isChosen = shownFor !== input.value.trim();
    if (isChosen) return;
    const { href } = selected() ?? {};
    if (href) window.open(href, event?.ctrlKey || event?.metaKey ? '_blank' : '_self');
  };
  palette.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault();
    choose();
  });
  document.addEventListener('htmx:after:swap', () => {
    const shown = found.querySelector('[data-search]')?.dataset.search;
    if (shown === undefined || (shown === shownFor && selected())) return;
    shownFor = shown;
    select(options()[0]);
    if (isChosen) choose();
  });
  palette.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return choose(event);
    }
    if (!['ArrowDown', 'ArrowUp'].includes(event.key)) return;
    event.preventDefault();
    const all = options();
    const at = all.indexOf(selected()) + (event.key === 'ArrowDown' ? 1 : -1);
    select(all[(at + all.length) % all.length]);
  });
}
