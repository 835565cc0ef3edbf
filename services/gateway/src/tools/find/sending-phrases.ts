/** Continues `actionPhrases` for campaigns, messages, replies, mailboxes, and related records. */
export const sendingPhrases: Readonly<Record<string, string>> = {
  list_campaigns: 'show campaigns, which sequences are running, alle kampagnen, laufende kampagnen anzeigen',
  create_campaign:
    'new campaign, make a sequence, cadence, email series, plan outreach, drip, a/b test, split test variants, kampagne erstellen, neue sequenz',
  get_campaign: 'campaign details, look at the steps, show one campaign, kampagne ansehen',
  update_campaign:
    'edit campaign, change the text of a step, add a follow-up, follow up, variant, a/b test, reminder ' +
    'after three days, subject line, change send window, daily limit of a campaign, kampagne bearbeiten, ' +
    'nachfassen, betreff ändern',
  delete_campaign: 'delete a campaign, remove a draft campaign, kampagne löschen',
  preview_campaign:
    'preview the messages, how will the email look for someone, look of the mail, test render, vorschau, wie sieht die mail aus',
  enroll_contacts:
    'add contacts to a campaign, put people into a sequence, enroll leads, add list to campaign, kontakte in die kampagne aufnehmen, zur kampagne hinzufügen',
  launch_campaign: 'start a campaign, go live, begin sending, launch, kampagne starten, versand beginnen, loslegen',
  pause_campaign: 'pause a campaign, hold a sequence for now, kampagne pausieren, anhalten',
  resume_campaign: 'continue a paused campaign, go on with a sequence, kampagne fortsetzen, weiterlaufen',
  cancel_campaign: 'end a campaign for good, abort a sequence, kampagne abbrechen, beenden',
  archive_campaign: 'archive an old campaign, hide finished campaigns, kampagne archivieren',
  duplicate_campaign: 'copy a campaign, clone a sequence, use as template, kampagne kopieren, duplizieren',
  get_contact_sending_status:
    'why does this person get no email, why did a contact not get a message, why was a contact skipped, may i email this contact, ' +
    'warum bekommt der kontakt keine mail, warum wurde der kontakt übersprungen',
  get_sending_status:
    'why is nothing sent, when does the next mail go out, campaign does not send, stuck campaign, when is the next message, warum wird nichts gesendet, nächste mail wann',
  get_campaign_report:
    'campaign results, reply rate, how many replied, bounce rate, statistics, conversion, which variant wins, kampagnenbericht, antwortquote, ergebnisse',
  list_enrollments: 'who is in the campaign, enrolled people, progress in a sequence, wer ist in der kampagne',
  get_enrollment: 'where is this person in the sequence, one enrollment',
  remove_enrollment: 'remove someone from a campaign, take a person out of a sequence, aus der kampagne nehmen',
  pause_enrollment: 'pause one person in a campaign, hold off on a lead, person pausieren',
  resume_enrollment: 'continue one person in a campaign, go on with a lead',
  draft_message:
    'write an email to one person, draft a first message, compose, personalised mail, ai text, mail schreiben, entwurf einer nachricht',
  list_messages:
    'sent emails, outbox, scheduled messages, bounced messages, what was sent, waiting messages, gesendete mails, postausgang',
  get_message: 'read one message, show the sent email, nachricht ansehen',
  update_message: 'edit a drafted message, change the text before sending, entwurf ändern',
  check_message:
    'is the email good, is the text spammy, spam check, problems of a message, quality check, mail prüfen, spamverdacht',
  approve_message: 'approve a message, release one email for sending, nachricht freigeben',
  approve_messages: 'approve several messages, release all waiting emails, alle freigeben',
  send_message_now: 'send right away, do not wait for the slot, send immediately, sofort senden',
  settle_messages: 'settle all unconfirmed messages, were they sent or not, in bulk, unklare nachrichten klären',
  settle_message: 'settle an unconfirmed message, mark as sent, send again, unklare nachricht',
  cancel_message: 'do not send this message, unschedule, cancel a scheduled email, nachricht nicht senden',
  list_replies:
    'who answered, new replies, inbox, interested people, unread answers, wer hat geantwortet, neue antworten, posteingang',
  get_reply: 'read a reply, show the thread, what did they write, antwort lesen',
  classify_reply:
    'mark a reply as interested, wrong classification, not interested, out of office, antwort einordnen, klasse korrigieren',
  draft_answer:
    'answer a reply, write back, respond to an interested person, antwort schreiben, zurückschreiben, antworten',
  edit_answer: 'change the drafted answer, rewrite the response, antwortentwurf ändern',
  approve_answer: 'send the answer, send my response, release the reply draft, antwort senden, antwort freigeben',
  dismiss_reply: 'no answer needed, close a reply, done with it, ignore this reply, antwort erledigt',
  update_reply:
    'snooze a reply, remind me tomorrow, label a reply, give a reply to a colleague, owner of a reply, antwort zurückstellen, wiedervorlage',
  reopen_reply: 'reopen a dismissed reply, back to the inbox, undo done, antwort wieder öffnen',
  assign_reply: 'link an unmatched reply to a contact, whose reply is it, assign a reply, antwort zuordnen',
  mark_reply_read: 'mark as read, unread, gelesen markieren',
  forward_reply: 'forward a reply to a colleague, pass on to sales, hand over, antwort weiterleiten, an kollegen',
  receive_sandbox_mail: 'simulate an incoming email, raw mail into the sandbox, testmail empfangen',
  reply_in_sandbox:
    'play the recipient, pretend to be the recipient, simulate a reply, test answer, antwort simulieren, als empfänger antworten',
  bounce_in_sandbox: 'simulate a bounce, test undeliverable, unzustellbar simulieren',
  deliver_in_sandbox: 'deliver waiting sandbox messages now, speed up the test, send due messages in the sandbox',
  advance_sandbox_clock: 'move the clock forward, skip days in the sandbox, time travel, zeit vorstellen, uhr',
  list_sandbox_messages: 'captured emails, what would have been sent, sandbox mails, test emails, abgefangene mails',
  get_attachment:
    'download a file that came with a reply, attachment of an email, open the pdf they sent, anhang herunterladen',
  send_test_mail:
    'send a test email to myself, try a step on me, does my mail arrive, check dkim alignment, testmail an mich schicken',
  add_file:
    'attach a file, upload a pdf, send a brochure along, add an attachment, anhang hochladen, datei mitschicken',
  list_files: 'which files can be attached, uploaded attachments, dateien für anhänge anzeigen',
  get_file: 'download an uploaded file, look at an attachment of ours, eigene datei herunterladen',
  delete_file: 'remove an uploaded file, delete an attachment of ours, datei löschen',
  get_sandbox_message_raw: 'source of a captured mail, raw eml, headers of a test email, quelltext',
  list_webhooks: 'which webhooks are there, endpoints, integrations that get events, webhooks anzeigen',
  create_webhook:
    'send events to a url, notify my server, connect zapier, slack, push to crm, webhook anlegen, benachrichtigen',
  get_webhook: 'look at a webhook endpoint, is the webhook failing',
  update_webhook: 'change the url of a webhook, pause a webhook, other event types, webhook ändern',
  delete_webhook: 'remove a webhook, stop sending events, webhook löschen',
  get_webhook_secret: 'signing secret, verify webhook signature, geheimnis, signatur',
  rotate_webhook_secret: 'new signing secret, rotate webhook key, geheimnis erneuern',
  test_webhook: 'try a webhook, send a test event, webhook testen',
  list_webhook_deliveries: 'failed webhook deliveries, log of a webhook, zustellungen eines webhooks',
  redeliver_webhook: 'send a webhook event again, retry a delivery, erneut zustellen',
  replay_webhook:
    'replay events, send all events of yesterday again, resend missed webhook events of a period, ereignisse eines zeitraums erneut senden',
  list_autopilot_answers: 'which answers will autopilot send, automatic answers that wait, automatische antworten',
  cancel_autopilot_answer: 'stop an automatic answer, do not let autopilot answer, automatische antwort stoppen',
  list_tasks: 'my to-dos, open tasks, what is there to do today, calls to make, aufgaben anzeigen, was ist zu tun',
  get_task: 'look at one to-do, aufgabe ansehen',
  complete_task: 'tick off a to-do, mark a task as done, aufgabe erledigt, abhaken',
  skip_task: 'leave out a task, do not do this to-do, aufgabe überspringen',
  postpone_task: 'do a task later, snooze a to-do, aufgabe verschieben, später erinnern',
  assign_task: 'give a task to a colleague, who does this to-do, aufgabe zuweisen',
  list_mailboxes:
    'which mailboxes are connected, show the sender accounts, email accounts, postfächer anzeigen, absenderkonten',
  connect_mailbox:
    'connect gmail, outlook, smtp imap, add an email account, send from my address, postfach verbinden, mailkonto',
  get_mailbox: 'mailbox details, warm up state, how many a day, postfach ansehen',
  update_mailbox:
    'daily limit of a mailbox, raise or lower the sending cap, how many a day, warm up, warmup, ramp, ' +
    'signature, display name, pause between messages, sending window of a mailbox, tageslimit, signatur, ' +
    'aufwärmen',
  delete_mailbox: 'disconnect a mailbox, remove an email account, postfach trennen, löschen',
  get_mailbox_sending_status:
    'why does the mailbox not send, breaker, quota, mailbox problem, next send, warum sendet das postfach nicht',
  test_mailbox: 'does the login work, smtp connection test, try the mailbox, zugang testen, verbindung prüfen',
  check_domain_health:
    'spf dkim dmarc, dns records, deliverability, landing in spam, domain reputation, zustellbarkeit, dns prüfen',
  pause_mailbox: 'stop sending from one mailbox, pause an email account, postfach pausieren',
  resume_mailbox: 'send from the mailbox again, unpause an email account, postfach fortsetzen',
  list_suppressions:
    'do not contact list, blocklist, who unsubscribed, opt-outs, blacklist, sperrliste anzeigen, wer hat sich abgemeldet',
  add_suppressions:
    'suppress many addresses, upload a suppression list, block a list of domains, viele adressen sperren, sperrliste übernehmen',
  add_suppression:
    'unsubscribe someone, never write to this person again, block a domain, opt out, blacklist, do not email, competitor, sperren, abmelden, nicht mehr anschreiben',
  check_suppression:
    'may we write to this address, allowed to contact, is it blocked, is this person unsubscribed, ist gesperrt, darf ich anschreiben',
  remove_suppression:
    'unblock an address, allow writing again, take off the blocklist, entsperren, von der sperrliste nehmen',
  list_target_profiles: 'ideal customer profiles, icp list, scoring models, zielprofile anzeigen',
  create_target_profile:
    'define the ideal customer, set up scoring rules, icp, scoring rules, who fits us, buyer persona, zielprofil, idealkunde anlegen',
  get_target_profile: 'look at the ideal customer profile, scoring criteria, zielprofil ansehen',
  update_target_profile: 'change scoring weights, edit the ideal customer profile, zielprofil ändern',
  delete_target_profile: 'remove an ideal customer profile, zielprofil löschen',
  publish_target_profile: 'activate scoring rules, put the profile in force, profil veröffentlichen',
  preview_target_profile: 'try scoring rules, how would contacts score, distribution, bewertung ausprobieren',
  score_contacts:
    'score leads, rank contacts, rate people by fit, prioritise, best leads, kontakte bewerten, priorisieren',
  score_companies: 'score companies, rank accounts by fit, firmen bewerten',
  explain_score: 'why this score, reasons of a rating, warum diese bewertung, punkte erklären',
  list_providers:
    'which providers do we use, budgets of providers, hit rates, how much did hunter cost this month, language models in use, welche anbieter nutzen wir, trefferquote der anbieter',
  create_provider:
    'add a data provider, connect apollo, add our hunter key, use our own openai key, bring your own key, add a language model, ' +
    'anbieter hinzufügen, eigenen api-schlüssel für apollo eintragen, sprachmodell anbinden',
  update_provider:
    'change the budget of a provider, ask apollo before hunter, pause a provider, new key for a provider, budget des anbieters ändern, reihenfolge der anbieter, anbieter pausieren',
  delete_provider: 'remove a provider, stop using apollo, delete the hunter key, anbieter entfernen, openai abmelden',
  test_provider:
    'does the provider work, test the hunter key, is our apollo account connected, check the language model, ' +
    'anbieter testen, funktioniert der schlüssel',
};
