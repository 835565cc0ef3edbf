// The editor of a campaign's text: toolbar, variables, and the order of the steps. The text is saved while it is typed;
// until the server has it, this browser keeps it.
const editorForm = () => document.querySelector('form.editor');
const editorKey = () => keptKey(editorForm().dataset.draft);

function textFieldsOf(form) {
  return [form.elements.subject, form.elements.body];
}

/** Replaces the selection so that the browser's Undo still works. */
function typeInto(field, text, select) {
  field.focus();
  const from = field.selectionStart;
  if (!document.execCommand('insertText', false, text)) field.setRangeText(text, from, field.selectionEnd, 'end');
  if (select) field.setSelectionRange(from + select[0], from + select[1]);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function markText(kind) {
  const { body, bodyFormat } = editorForm().elements;
  const chosen = body.value.slice(body.selectionStart, body.selectionEnd);
  if (bodyFormat.value === 'text') bodyFormat.value = 'markdown';
  if (kind === 'link')
    return typeInto(body, `[${chosen || 'text'}](https://)`, [
      (chosen || 'text').length + 3,
      (chosen || 'text').length + 11,
    ]);
  if (kind === 'list') return typeInto(body, (chosen || 'item').replace(/^/gm, '- '));
  typeInto(body, kind + (chosen || 'text') + kind, [kind.length, kind.length + (chosen || 'text').length]);
}

/** A variable that the shown person lacks gets a fallback to fill in. */
function insertVariable({ dataset }) {
  const { body, subject } = editorForm().elements;
  const field = lastField === subject ? subject : body;
  const hasFallback = 'empty' in dataset;
  const start = `{{ ${dataset.insert} | default: "`;
  typeInto(
    field,
    hasFallback ? `${start}there" }}` : `{{ ${dataset.insert} }}`,
    hasFallback && [start.length, start.length + 5],
  );
}

let lastField;
document.addEventListener('focusin', ({ target }) => {
  if (target.form?.matches('form.editor') && target.matches('#subject, #body')) lastField = target;
});

document.addEventListener('click', ({ target }) => {
  const button = target.closest?.('[data-mark], [data-insert], [data-insert-text], [data-forget]');
  if (!button) return;
  const { mark, insert, insertText, forget } = button.dataset;
  if (forget) return localStorage.removeItem(keptKey(forget));
  button.closest('[popover]')?.hidePopover();
  if (mark) markText(mark);
  else if (insert) insertVariable(button);
  else typeInto(editorForm().elements.body, insertText);
});

const marksByKey = { b: '**', i: '_', k: 'link' };
document.addEventListener(
  'keydown',
  (event) => {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    if ((ctrlKey || metaKey) && !altKey && target.id === 'body' && target.form?.matches('form.editor')) {
      const isLink = key === 'k' && target.selectionStart === target.selectionEnd;
      if (!marksByKey[key] || isLink) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      return markText(marksByKey[key]);
    }
    if (!altKey || !editorForm()) return;
    const move = { ArrowUp: 'move_up', ArrowDown: 'move_down' }[key];
    const button = move && document.querySelector(`#menu-step [value=${move}]`);
    if (!button) return;
    event.preventDefault();
    button.click();
  },
  true,
);

document.addEventListener('input', ({ target }) => {
  const form = target.closest?.('form.editor');
  if (!form) return;
  const [subject, body] = textFieldsOf(form).map(({ value }) => value);
  keep(editorKey(), { ...keptBy(editorKey()), subject, body, was: form.elements.was.value });
  countWords();
});

// A new step gets its own name when it is saved, so what was kept for it moves there.
let sent;
document.addEventListener('htmx:before:request', ({ target }) => {
  if (!target.matches?.('form.editor')) return;
  const texts = textFieldsOf(target).map(({ value }) => value);
  sent = { key: editorKey(), texts };
  const kept = keptBy(editorKey());
  if (!kept) return;
  const tried = [...(kept.tried ?? []), texts].slice(-triedMax);
  keep(editorKey(), { ...kept, tried });
  addTried(target, tried);
});

const triedMax = 10;

/** Texts whose answer was lost. The server may have saved one of them, which is then no text of someone else. */
function addTried(form, tried = []) {
  for (const field of form.querySelectorAll('[name=tried]')) field.remove();
  for (const texts of tried) form.append(made('input', { type: 'hidden', name: 'tried', value: texts.join('\n') }));
}

function moveKeptText(form) {
  if (!sent || sent.key === editorKey()) return;
  const kept = localStorage.getItem(sent.key);
  localStorage.removeItem(sent.key);
  const isNewer = textFieldsOf(form).some(({ value }, index) => value !== sent.texts[index]);
  if (kept && isNewer) localStorage.setItem(editorKey(), kept);
  sent = undefined;
}

let isLoaded = false;

/** True while someone types. A page that has just loaded can have put the cursor into an empty field. */
function isTypingIn(fields) {
  const { activeElement } = document;
  return fields.includes(activeElement) && (isLoaded || activeElement.value !== activeElement.defaultValue);
}

let submitting;
/** What the server has is no longer kept here; what it lacks is shown again. */
function showKeptText() {
  const form = editorForm();
  if (!form) return;
  form.querySelector('[data-tools]')?.removeAttribute('hidden');
  countWords();
  const fields = textFieldsOf(form);
  const isTaken = sent && fields.every(({ defaultValue }, index) => defaultValue.trim() === sent.texts[index].trim());
  moveKeptText(form);
  const kept = keptBy(editorKey());
  if (!kept) return;
  // The server has taken the text before: what was typed since stands on that.
  if (isTaken) keep(editorKey(), Object.assign(kept, { was: form.elements.was.value, tried: undefined }));
  const isSaved = fields.every((field) => field.defaultValue.trim() === kept[field.name].trim());
  if (isSaved && !('unsaved' in form.dataset)) return localStorage.removeItem(editorKey());
  // The page changed while somebody types: what was not sent yet still is.
  const isSent = fields.every(({ name }, index) => kept[name] === kept.tried?.at(-1)?.[index]);
  if (isTypingIn(fields)) return isSent || submitSoon();
  for (const field of fields) field.value = kept[field.name];
  if ('unsaved' in form.dataset) return;
  // The server compares it with the text that it was typed over.
  form.elements.was.value = kept.was ?? '';
  addTried(form, kept.tried);
  // Before htmx is ready, the browser would leave the page for it.
  if (document.readyState === 'complete') form.requestSubmit();
  else window.addEventListener('load', () => form.isConnected && form.requestSubmit(), { once: true });
}
showKeptText();
isLoaded = true;
document.addEventListener('htmx:after:swap', showKeptText);

function submitSoon() {
  clearTimeout(submitting);
  submitting = setTimeout(() => keptBy(editorKey()) && editorForm()?.requestSubmit(), retryMs);
}

/** A text that the server did not take is sent again, until it has it. */
function sendAgain({ target, detail }) {
  const { status = 0 } = detail?.ctx?.response ?? {};
  if (!target.matches?.('form.editor') || (status > 0 && status < 500)) return;
  showOffline(true);
  submitSoon();
}
document.addEventListener('htmx:error', sendAgain);
document.addEventListener('htmx:response:error', sendAgain);

function countWords() {
  const place = document.querySelector('[data-words]');
  if (!place || !editorForm()) return;
  const text = editorForm().elements.body.value.replace(/\{\{.*?\}\}/g, 'x');
  const words = text.split(/\s+/).filter(Boolean).length;
  const links = text.match(/https?:\/\//g)?.length ?? 0;
  place.textContent = `${words} ${words === 1 ? 'word' : 'words'} · ${links === 0 ? 'no links' : `${links} ${links === 1 ? 'link' : 'links'}`}`;
}

// A step is dragged to its place; the menu of a step moves it without dragging.
let dragged;
document.addEventListener('dragstart', ({ target }) => {
  dragged = target.closest?.('[data-step]');
});
document.addEventListener('dragover', (event) => {
  if (dragged && event.target.closest?.('[data-step]')) event.preventDefault();
});
document.addEventListener('drop', (event) => {
  const over = event.target.closest?.('[data-step]');
  const form = document.querySelector('#move-step');
  if (!dragged || !over || !form || over === dragged) return;
  event.preventDefault();
  form.elements.step.value = dragged.dataset.step;
  form.elements.to.value = [...document.querySelectorAll('[data-step]')].indexOf(over);
  form.submit();
});

// A file that is dropped on the text is attached to its step.
const attachForm = () => document.querySelector('#menu-attach form');
document.addEventListener('dragover', (event) => {
  if (event.dataTransfer?.types.includes('Files') && event.target.closest?.('form.editor') && attachForm())
    event.preventDefault();
});
document.addEventListener('drop', (event) => {
  const { files } = event.dataTransfer ?? {};
  if (!files?.length || !event.target.closest?.('form.editor') || !attachForm()) return;
  event.preventDefault();
  if (files.length > 1) return window.alert('Drop one file at a time.');
  attachForm().elements._file.files = files;
  attachForm().requestSubmit();
});

for (const field of document.querySelectorAll('[data-select]')) field.select();
