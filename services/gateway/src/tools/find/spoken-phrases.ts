/** Casual phrases for actions, without the product's own terms. English and German, separated by commas. */
export const spokenPhrases: Readonly<Record<string, string>> = {
  get_me: 'what am i allowed to do, which permissions do i have, whose account is this, was darf ich, meine rechte',
  list_tags: 'what labels exist, alle schlagworte',
  create_tag: 'a new label, introduce a label, schlagwort anlegen',
  delete_tag: 'get rid of a label, we do not need this tag any more, schlagwort löschen',
  tag_contacts:
    'label these people, put a tag on leads, mark them as vip, flag contacts, schlagwort vergeben, tag a person with a word, give someone a tag',
  untag_contacts: 'take the tag off a person, remove the label from these leads, schlagwort entfernen',
  create_custom_field:
    'extra field, additional property, new attribute for contacts, store the budget of a lead, zusatzfeld',
  list_companies: 'all organisations in our database, our accounts, firmenliste, unsere firmen',
  create_company: 'save an account, store a new organisation, firma erfassen',
  update_company: 'the company moved, new website of a firm, correct the industry, firmendaten ändern',
  list_company_contacts: 'who works at a company, staff of a firm, colleagues of this lead, wer arbeitet bei der firma',
  merge_companies: 'two entries of one firm, firma doppelt vorhanden',
  create_list: 'group contacts, collect leads, build a segment, start a shortlist, gruppe bilden, kontakte sammeln',
  delete_list: 'throw a list away, liste wegwerfen',
  list_list_members: 'members of the list, mitglieder der liste, who did i put on the shortlist, listenmitglieder',
  add_to_list: 'put her on the shortlist, save them in a list, in die liste aufnehmen',
  remove_from_list: 'drop someone from the shortlist, off the list, aus der liste streichen',
  enrich_contact: 'find out more about a person, missing phone, linkedin profile of a lead, kontaktdaten ergänzen',
  enrich_contacts:
    'look up missing job titles, complete the records, more details of all leads, datensätze vervollständigen',
  verify_email: 'does this mailbox of the person exist, real address, adresse gültig',
  verify_emails:
    'validate all addresses before sending, will these bounce, avoid bounces, clean up the addresses, mailadressen prüfen',
  list_contacts:
    'all my leads, who is in the database, my people, contacts with a tag, filter leads, alle kontakte, ' +
    'welche kontakte haben wir, do we already have this person, is this address in our database, do we ' +
    'know someone, kennen wir schon',
  create_contact:
    'i met somebody at a fair, store this person, business card, neue person, visitenkarte erfassen, ansprechpartner anlegen',
  get_contact: 'what do we know about a person, about someone, details zu einer person',
  update_contact:
    'she changed her job, new phone number, spelling of a name, last name is wrong, new employer, moved ' +
    'to another company, telefonnummer ergänzen, name falsch geschrieben, daten eines kontakts ' +
    'korrigieren, is now director, was promoted, stellenbezeichnung korrigieren',
  set_contact_stage:
    'is now a customer, became an opportunity, mark as lost, deal won, status auf kunde setzen, ist jetzt kunde, als kunde markieren, we lost the deal',
  merge_contacts:
    'the same person is in there twice, combine two records of a person, person doppelt vorhanden, person exists two times',
  erase_contact:
    'someone demands deletion of their data, delete everything about a person, wants to be forgotten, ' +
    'forget this person, personenbezogene daten löschen, löschanfrage, alle daten einer person löschen, ' +
    'person verlangt löschung, delete everything we have on someone',
  export_contact_data:
    'copy of the data of a person, subject access, what have you stored about me, give him his data, auskunft nach artikel 15, auskunftsanfrage, datenkopie',
  get_contact_timeline:
    'when did we last talk, what did we do with her, earlier emails to a person, past interactions, kontakthistorie, letzter kontakt, was war bisher, what have we sent to someone so far',
  add_contact_note:
    'remember that he prefers calls, write down what we discussed, jot down, keep in mind, gesprächsnotiz hinterlegen, merken, vermerken, log a meeting, log a call, write a note about someone',
  list_contact_notes: 'what did we write down about her, notizen lesen',
  upsert_contacts: 'bulk add people, add fifty leads, sync leads from the crm, viele kontakte auf einmal',
  import_contacts: 'load leads from a spreadsheet, upload csv, i have a file of leads, excel einlesen, liste hochladen',
  export_contacts:
    'get my leads into excel, leads as a file, contacts to a spreadsheet, kontakte herunterladen, kontakte nach excel',
  list_jobs: 'background tasks running, long running work, was läuft gerade im hintergrund',
  get_job: 'is it finished, how far is the import, import done, fortschritt des imports, ist der import fertig',
  get_job_results: 'why did rows of my file fail, rejected rows, fehler beim import',
  cancel_job: 'stop the running import, abort the upload, import stoppen',
  list_events: 'what changed since yesterday, latest activity in the workspace, neuigkeiten',
  get_settings: 'how is the workspace configured, current configuration, wie ist es eingestellt',
  update_settings:
    'only send between 9 and 17, business hours, send on weekdays only, our address in the footer, ' +
    'company name in the footer, sender name, keep data for two years, delete old data automatically, ' +
    'retention period, privacy notice, article 14 notice, time zone, nur werktags senden, ' +
    'datenschutzhinweis, aufbewahrung, absendername, uhrzeit des versands, zeitzone ändern, adresse in ' +
    'der fußzeile, our office address is, where our office is, office address',
  get_sending: 'are mails going out at all, is everything stopped, läuft der versand',
  stop_sending:
    'halt right now, panic button, nothing may go out any more, notaus, notfall, sofort alles anhalten, no more mails today, stop everybody',
  list_approvals: 'what is waiting for approval, open approvals, offene freigaben, was muss freigegeben werden',
  list_audit:
    'who changed, who deleted, who did it, protocol of actions, audit trail, wer hat das gelöscht, wer war das, änderungsprotokoll',
  get_balance: 'credits left, my balance, do we have enough credits, wie viel guthaben, kontostand',
  list_ledger: 'where did my credits go, credit usage, what have we spent, credit verbrauch, wofür guthaben ausgegeben',
  list_prices: 'how expensive, price list, costs of a reveal, was kostet das, preisliste',
  reveal_people:
    'get their emails, email addresses of these prospects, contact details of found people, how can i reach them, mailadressen holen, adressen freischalten, kontaktdaten kaufen',
  reveal_many_people: 'reveal hundreds, unlock the whole search, alle aufdecken',
  search_people:
    'marketing directors in berlin, who runs sales at companies, managers of an industry, people with a ' +
    'job title, new leads, new prospects, potential customers, geschäftsführer finden, einkäufer suchen, ' +
    'neue leads, potenzielle kunden, which managers could we approach, people to approach',
  search_companies:
    'manufacturers with more than 500 employees, firms of an industry, companies by size and country, ' +
    'companies using a technology, hersteller suchen, firmen in österreich, mittelständler finden, build ' +
    'a target account list, target accounts, which firms use a technology, startups with ten to fifty ' +
    'employees',
  list_searches: 'my previous searches, what did we look for, letzte suchen',
  import_data_set: 'bring my own directory to search in, use our own database, eigene daten durchsuchen',
  get_outbound_report:
    'how did we perform, last week in numbers, summary of the quarter, weekly report, monthly overview, all campaigns together, wochenbericht, monatsbericht, quartalszahlen, wie lief es',
  list_campaigns: 'what are we running at the moment, alle kampagnen, current sequences',
  create_campaign:
    'write a three step outreach, start a new drip, new mailing, mailsequenz anlegen, serie von mails, ' +
    'draft a sequence for prospects, neue kampagne, reach out to people, write to many people, contact ' +
    'these prospects by email, ansprache planen, write cold emails, cold outreach',
  update_campaign:
    'edit the second mail, wording of the first step, other subject line, add a step, wait five days instead, betreff ändern, text eines schrittes, schritt hinzufügen, zweite mail ändern',
  delete_campaign: 'throw the draft away, kampagnenentwurf löschen',
  preview_campaign:
    'what would the message look like, how will the mail look, render for a contact, show me a sample mail, beispielmail zeigen, wie sieht die mail aus',
  enroll_contacts:
    'add recipients, add leads to the drip, start the sequence for these people, include this list, who ' +
    'should get the mails, empfänger hinzufügen, in die kampagne aufnehmen, leute zur sequenz ' +
    'hinzufügen, who should receive it, send it to these people',
  launch_campaign:
    'fire off the campaign, let it go out, set it live, send the campaign, kampagne losschicken, kampagne raus',
  pause_campaign: 'hold the drip, stop the campaign for now, kampagne vorübergehend stoppen, kampagne unterbrechen',
  resume_campaign:
    'carry on with the campaign, let the paused campaign run, kampagne wieder aufnehmen, kampagne weiter',
  cancel_campaign: 'call the campaign off, stop it for good, kampagne beenden, kampagne abblasen',
  archive_campaign: 'put finished campaigns out of sight, tidy up old campaigns, alte kampagnen weglegen',
  duplicate_campaign: 'use an old campaign as a template, same campaign again, kampagne als vorlage',
  get_sending_status:
    'nothing goes out since yesterday, campaign not sending, why no mails, when will it be sent, warum gehen keine mails raus, versand steht',
  get_campaign_report:
    'reply rate of the campaign, how many opened or answered, which variant won, ergebnis der kampagne, wie viele haben geantwortet, erfolg der kampagne, open rate, reply rate',
  list_enrollments:
    'which recipients are in step two, who gets the campaign, participants, teilnehmer der kampagne, wer bekommt die mails, people in the campaign',
  remove_enrollment:
    'take him out of the sequence, remove her from the campaign, aus der kampagne entfernen, aus der sequenz nehmen, take a person out of the campaign',
  pause_enrollment:
    'she is on vacation, continue with her later, wait with this person until monday, im urlaub, bei dieser person pausieren',
  resume_enrollment: 'continue with her, go on with this person, mit der person weitermachen',
};
