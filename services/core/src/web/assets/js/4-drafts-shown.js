// What was typed into a form is shown in it again. If two windows have different texts, a person chooses.

/** Another window saves its text within this time, unless it was closed. */
const otherWindowMs = 10_000;
/** Forms as htmx may reuse them: a form that became another one shows that one's text. */
const subjectsOfForms = new WeakMap();

const lastTextarea = (form) => inputsOf(form).findLast((input) => input.matches('textarea'));

function fill(form, fields) {
  const left = [...fields];
  for (const input of inputsOf(form)) {
    const at = left.findIndex(({ name }) => name === input.name);
    if (at >= 0) input.value = left.splice(at, 1)[0].text;
  }
}

function keptBy(key) {
  return JSON.parse(localStorage.getItem(key) ?? 'null');
}

/** Text of a window that is closed and that the server never got. */
function orphanOf(subject) {
  const isOther = (key) => key.startsWith(`${draftPrefix}${person} `) && key.endsWith(` ${subject}`);
  const key = Object.keys(localStorage).find((one) => isOther(one) && one !== keptKey(subject));
  const kept = key && keptBy(key);
  return kept && Date.now() - kept.at > otherWindowMs ? { ...kept, key } : undefined;
}

const clock = (at) => new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }).format(new Date(at));

/** Shows in each form of the page what was typed into it before. */
async function showDrafts() {
  const forms = draftedForms();
  for (const form of forms) {
    const subject = subjectOf(form);
    const before = subjectsOfForms.get(form);
    if (before !== undefined && before !== subject) fill(form, savedIn(form));
    subjectsOfForms.set(form, subject);
    const typed = draftOf(subject).fields ?? keptBy(keptKey(subject))?.fields;
    if (typed && !form.contains(document.activeElement)) fill(form, typed);
  }
  const unread = [...new Set(forms.map(subjectOf))].filter((subject) => !draftOf(subject).isRead);
  if (unread.length === 0) return;
  const answer = await readDrafts(unread);
  if (answer === undefined) return;
  for (const subject of unread)
    settle(
      subject,
      answer.drafts.find((each) => each.subject === subject),
    );
}

/** Brings together what this window kept, what the server has, and what a closed window left. */
function settle(subject, stored) {
  const draft = draftOf(subject);
  const form = formOf(subject);
  if (!form || draft.isRead) return;
  draft.isRead = true;
  draft.version = stored?.version ?? 0;
  const own = keptBy(keptKey(subject));
  const typed = draft.fields ?? own?.fields;
  const shown = stored?.fields ?? savedIn(form);
  if (typed && !areSame(typed, shown)) {
    draft.fields = typed;
    if (stored && (own?.version ?? 0) !== stored.version) return showConflict(subject, stored, typed);
    return saveSoon(subject, 0);
  }
  localStorage.removeItem(keptKey(subject));
  const orphan = orphanOf(subject);
  if (orphan) localStorage.removeItem(orphan.key);
  if (orphan && !areSame(orphan.fields, shown)) {
    draft.fields = orphan.fields;
    keep(keptKey(subject), { ...orphan, version: draft.version, at: Date.now() });
    return showConflict(subject, { fields: shown, version: draft.version, savedAt: stored?.savedAt }, orphan.fields);
  }
  if (!stored || areSame(stored.fields, savedIn(form))) return;
  draft.fields = stored.fields;
  fill(form, stored.fields);
  noteAt(form, `Draft of ${clock(stored.savedAt)}`, discardButton(subject));
}

function discardButton(subject) {
  const button = made('button', { type: 'button', className: 'link', textContent: 'Discard' });
  button.addEventListener('click', () => {
    const form = formOf(subject);
    fill(form, savedIn(form));
    draftOf(subject).fields = typedIn(form);
    save(subject);
  });
  return button;
}

function made(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** A line of the form about its draft. */
function noteAt(form, text, ...more) {
  const last = form && lastTextarea(form);
  if (!last) return;
  form.querySelector('[data-draft-note]')?.remove();
  if (text === '') return;
  const note = made('p', { className: 'hint' }, text, ' ', ...more);
  note.dataset.draftNote = '';
  note.setAttribute('role', 'status');
  last.after(note);
}

// Two windows wrote different texts: both are shown, and a person chooses.
function showConflict(subject, theirs, mine) {
  const draft = draftOf(subject);
  const form = formOf(subject);
  draft.conflict = true;
  if (!form) return;
  form.querySelector('[data-conflict]')?.remove();
  const when = theirs.savedAt ? `Saved ${clock(theirs.savedAt)}, in another window` : 'Saved';
  const choose = (fields) => () => {
    draft.conflict = false;
    draft.version = theirs.version;
    draft.fields = fields;
    part.remove();
    fill(form, fields);
    for (const input of inputsOf(form)) input.hidden = false;
    keep(keptKey(subject), { fields, version: theirs.version, at: Date.now() });
    lastTextarea(form)?.focus();
    save(subject);
  };
  const part = made(
    'div',
    { className: 'diff', tabIndex: -1 },
    versionPart('This window', mine, theirs.fields, 'ins', choose(mine)),
    versionPart(when, theirs.fields, mine, 'del', choose(theirs.fields)),
  );
  part.dataset.conflict = '';
  part.setAttribute('role', 'group');
  part.setAttribute('aria-label', 'Two windows have different texts. Choose one.');
  // No text is chosen yet, so none is there to be changed.
  for (const input of inputsOf(form)) input.hidden = true;
  lastTextarea(form).after(part);
}

function versionPart(title, fields, others, mark, choose) {
  const button = made('button', { type: 'button', className: 'btn', textContent: 'Use this text' });
  button.addEventListener('click', choose);
  const texts = fields.map(({ name, text }) => {
    const [start, middle, end] = differing(text, others.find((other) => other.name === name)?.text ?? '');
    return made('pre', { className: 'message-body' }, start, middle && made(mark, { textContent: middle }), end);
  });
  return made('div', {}, made('h3', { textContent: title }), ...texts, button);
}

/** The part between the equal start and the equal end of two texts. */
function differing(text, other) {
  let start = 0;
  while (start < text.length && text[start] === other[start]) start += 1;
  let end = 0;
  const most = Math.min(text.length, other.length) - start;
  while (end < most && text.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [text.slice(0, start), text.slice(start, text.length - end), text.slice(text.length - end)];
}

document.addEventListener('htmx:after:swap', showDrafts);
showDrafts();
