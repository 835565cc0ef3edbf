/** Continues `spokenPhrases` for messages, replies, mailboxes, and related records. */
export const spokenMailPhrases: Readonly<Record<string, string>> = {
  draft_message:
    'write a personal mail to someone, individual email, one-off email, single mail, persönliche mail schreiben, einzelne mail entwerfen',
  list_messages:
    'what has been sent today, what went out, mails of this week, gesendete mails, was ging heute raus, postausgang ansehen',
  get_message: 'text of one sent mail, what exactly did we send, wortlaut der mail',
  update_message: 'change this draft, edit the mail to one person, entwurf bearbeiten',
  check_message: 'will it land in spam, is this text any good, textprüfung',
  approve_message: 'release the draft for sending, this mail is fine, entwurf freigeben, mail ist in ordnung',
  approve_messages:
    'ok to send these messages, release the drafts, all drafts are fine, entwürfe freigeben, mails freigeben',
  send_message_now: 'send it immediately instead of waiting, now please, jetzt gleich senden',
  cancel_message:
    'do not send this mail after all, take back the planned mail, geplante mail zurückziehen, mail doch nicht senden',
  list_replies:
    'any answers, who answered, who is interested, what is in my inbox, new mail from prospects, hot ' +
    'leads, antworten anzeigen, wer ist interessiert, gibt es antworten, posteingang lesen, did anybody ' +
    'respond, has anyone replied, positive replies, replies of this week, neue rückmeldungen',
  get_reply: 'what did she write, read what he wrote back, text of the answer, was hat sie geschrieben',
  classify_reply:
    'this was an out of office, that is not interest, wrong category, antwort anders einordnen, falsch eingeordnet',
  draft_answer:
    'reply to her mail, write back to the interested lead, propose a meeting to the person who answered, answer him, ihr antworten, zurückschreiben, antwort formulieren',
  edit_answer: 'my answer should be shorter, reword the answer, antwort umformulieren',
  approve_answer: 'send my answer, answer is fine, send the reply off, antwort abschicken, antwort raus',
  dismiss_reply:
    'nothing to do for this answer, ignore the reply, put the answer aside, antwort ignorieren, nichts zu tun bei der antwort, archive the reply, close the reply, done with this reply',
  mark_reply_read: 'set it to unread, als gelesen markieren',
  forward_reply:
    'pass the answer on, let my colleague handle the reply, send the reply to sales, antwort an kollegen geben',
  assign_reply: 'this answer belongs to someone, reply without a contact, antwort gehört zu',
  reply_in_sandbox:
    'pretend that the recipient answers, act as the prospect, fake an answer, so tun als ob geantwortet',
  advance_sandbox_clock:
    'fast forward, skip three days ahead, next day in the test mode, zeit vorspulen, drei tage weiter',
  list_sandbox_messages: 'what was captured, what did the test mailbox catch, testmails ansehen',
  create_webhook:
    'call my server whenever somebody replies, http callback, tell our crm about replies, webhook einrichten, system benachrichtigen',
  list_webhook_deliveries:
    'did the callbacks arrive, failed webhook calls, did my server get the event, sind die webhooks angekommen',
  redeliver_webhook: 'repeat a failed callback, webhook noch einmal senden',
  connect_mailbox:
    'hook up my outlook, use my company email for sending, my own sender address, add a sender, e-mail-konto anbinden, mailkonto einrichten, eigene adresse zum senden, connect our mail server',
  list_mailboxes: 'from which addresses do we send, which accounts send, absenderadressen',
  update_mailbox:
    'not more than 30 mails a day from this account, fewer mails per day, change signature, new signature, sender display name, signatur ändern, höchstens 30 mails am tag, from name',
  pause_mailbox: 'give this mailbox a rest, this account should not send, postfach ruhen lassen',
  resume_mailbox: 'let the mailbox send again, postfach wieder einschalten',
  delete_mailbox: 'we no longer use this sender, remove the account of a sender, postfach entfernen',
  test_mailbox: 'is the password of the mailbox right, cannot log in to the mail server, anmeldung am mailserver',
  check_domain_health:
    'dmarc record, junk folder, why do we land in junk, is my domain set up right, dns einträge, landen im spam',
  list_suppressions: 'whom may we not write to, everybody who opted out, gesperrte adressen, wer will keine mails',
  add_suppression:
    'he does not want any more mail, block a competitor, opt out a recipient, take her off all mailings, abmeldung eintragen, will keine mails mehr, adresse sperren, domain sperren',
  check_suppression: 'is she on the blocklist, did he opt out, steht auf der sperrliste',
  remove_suppression: 'allow writing to her again, she wants mails again, sperre aufheben, wieder anschreiben dürfen',
  list_tasks:
    'what do i have to do today, my call list, whom do i have to call, offene aufgaben, was steht heute an, anrufliste',
  complete_task: 'i have made the call, call is done, finished the task, aufgabe erledigt, anruf erledigt',
  skip_task: 'no call needed, aufgabe auslassen',
  postpone_task: 'remind me tomorrow instead, do the call next week, aufgabe auf morgen verschieben, später anrufen',
  assign_task:
    'let a colleague do this call, somebody else should do it, kollege soll anrufen, aufgabe an kollegen geben',
  create_target_profile:
    'define our ideal customer, who is a good lead, scoring model, idealkunden festlegen, icp anlegen, ' +
    'new ideal customer profile, zielprofil anlegen, profil definieren, whom do we want to sell to, ' +
    'zielgruppe definieren',
  publish_target_profile: 'make the scoring rules live, use the new scoring, bewertung aktivieren',
  update_target_profile: 'give more points to directors, change the scoring rules, gewichtung ändern',
  score_contacts:
    'rank my leads, which contacts fit best, who should i write to first, leads bewerten, wer passt am besten',
  explain_score:
    'why does this lead have 40 points, why is she hot, warum diese punktzahl, wie kommt die bewertung zustande, how was this rating calculated, where does the score come from',
};
