// A form is submitted once its text is saved and the session holds, so that the next page cannot lose it. The server
// removes the draft when it has saved the form.
document.addEventListener(
  'submit',
  (event) => {
    const { target: form, submitter } = event;
    if (form.action.endsWith('/app/sign-out')) return forgetKept();
    if (form.matches('[data-settles-draft]')) return addMark(form, sentBy(form));
    if (!person || !isDrafted(form)) return;
    const subject = subjectOf(form);
    const draft = draftOf(subject);
    if (draft.isSubmitted || (!draft.fields && !draft.saving)) {
      draft.isSubmitted = false;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (draft.isSubmitting) return;
    draft.isSubmitting = true;
    save(subject)
      .then((isSaved) => {
        if (!isSaved) {
          if (document.querySelector('dialog.signed-out')) repeats.push(() => form.requestSubmit(submitter));
          return form.querySelector('[data-conflict]')?.focus();
        }
        const mark = { subject, version: draft.version };
        sessionStorage.outboundSent = JSON.stringify(mark);
        addMark(form, mark);
        Object.assign(draft, { isSubmitted: true, fields: undefined, isRead: false });
        form.requestSubmit(submitter?.isConnected ? submitter : undefined);
      })
      .finally(() => {
        draft.isSubmitting = false;
      });
  },
  true,
);

/** The draft whose plan this form confirms. */
function sentBy(form) {
  const mark = JSON.parse(sessionStorage.outboundSent ?? 'null');
  return mark?.subject.split(' ')[0] === new URL(form.action).pathname ? mark : undefined;
}

function addMark(form, mark) {
  if (!mark) return;
  for (const [name, value] of [
    ['_draft', mark.subject],
    ['_draftVersion', mark.version],
  ]) {
    form.querySelector(`[name=${name}]`)?.remove();
    form.append(made('input', { type: 'hidden', name, value }));
  }
}

/** At sign-out, nothing stays in the browser. The server keeps the drafts. */
function forgetKept() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(draftPrefix)) localStorage.removeItem(key);
}
