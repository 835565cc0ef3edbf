// After an action of the person, the open row has the focus, or the question that the action asks. A page that only
// follows what happens keeps the notice of that action.
let isOwnRequest = false;
let notice;
document.addEventListener('htmx:before:request', ({ target }) => {
  isOwnRequest = Boolean(target.matches?.('.inbox-page a, .inbox-page form, #undo') && !target.hidden);
  if (!isOwnRequest) return;
  leftMessage = '';
  for (const menu of document.querySelectorAll('[popover]:popover-open')) menu.hidePopover();
});
document.addEventListener('htmx:before:swap', () => {
  notice = isOwnRequest ? undefined : [...document.querySelectorAll('.lines > :is([data-toast], #undo)')];
});
document.addEventListener('htmx:after:swap', () => {
  if (!isOwnRequest && !document.querySelector('[data-toast]'))
    document.querySelector('.lines')?.prepend(...(notice ?? []));
  letMessageLeave();
  if (!isOwnRequest) return;
  isOwnRequest = false;
  const question = document.querySelector('[data-focus]');
  const row = document.querySelector('[data-row][aria-current]');
  row?.scrollIntoView({ block: 'nearest' });
  (question ?? row?.querySelector('a') ?? document.querySelector('#main'))?.focus({ preventScroll: true });
});
