import { sendingPhrases } from './sending-phrases.ts';

/**
 * Phrases, separated by commas, that people use for an action without knowing its name, in English and German. The
 * search uses them in addition to the name, title, and description in the contract.
 */
export const actionPhrases: Readonly<Record<string, string>> = {
  get_me: 'who am i, my account, which workspace, my permissions, plan, signed in as, wer bin ich, angemeldet',
  list_tags: 'show all tags, which labels are there, welche tags gibt es, schlagworte anzeigen',
  create_tag: 'new tag, make a label, neues tag, schlagwort anlegen',
  get_tag: 'look at one tag, show a label',
  update_tag: 'rename a tag, change label color, tag umbenennen',
  delete_tag: 'delete a tag, remove a label everywhere, tag löschen',
  list_companies: 'show companies, find stored accounts, companies we know, firmen anzeigen, unternehmen auflisten',
  create_company: 'add a company, new account, firma anlegen, unternehmen hinzufügen',
  get_company: 'company details, look up one company, firma ansehen',
  update_company: 'change company industry, edit company, website of a company, firma bearbeiten',
  delete_company: 'delete a company, firma löschen',
  change_companies:
    'change many companies at once, assign all companies to a colleague, tag all companies that match, bulk edit ' +
    'companies, mass change of accounts, alle firmen ändern, firmen einem kollegen zuweisen, massenänderung firmen',
  delete_companies:
    'delete many companies, bulk delete companies, remove all companies without contacts, clean out accounts, ' +
    'mehrere firmen löschen, alle unpassenden firmen entfernen',
  upsert_companies: 'import many companies, bulk add companies, mehrere firmen anlegen',
  merge_companies: 'merge duplicate companies, two companies are the same, doppelte firmen zusammenführen',
  list_company_contacts: 'people at a company, who works there, employees we know, mitarbeiter einer firma',
  get_company_timeline: 'company history, what happened with an account, firmenverlauf',
  tag_companies: 'tag companies, label accounts, firmen taggen',
  untag_companies: 'remove a tag from companies, take label off accounts',
  list_standing_orders:
    'which standing orders are there, what runs every week, recurring actions, scheduled actions, welche daueraufträge gibt es, was läuft jede woche',
  create_standing_order:
    'schedule, on a schedule, do this every monday, repeat every week, run on a schedule, recurring action, every morning, daily, weekly, monthly, cron job, ' +
    'jeden montag, jede woche wiederholen, nach zeitplan ausführen, dauerauftrag, regelmäßig, täglich, wöchentlich, monatlich',
  update_standing_order:
    'pause the weekly order, resume the standing order, run it on tuesday instead, dauerauftrag pausieren, zeitplan ändern',
  delete_standing_order:
    'stop doing this every week, end the recurring action, dauerauftrag beenden, nicht mehr wöchentlich',
  list_views: 'saved views, my saved queries, which views are there, ansichten anzeigen, gespeicherte ansichten',
  create_view: 'save this view, save a query with its columns, new view, ansicht speichern, ansicht anlegen',
  update_view: 'rename a view, share a view with the team, change columns of a view, ansicht ändern, ansicht teilen',
  delete_view: 'delete a view, remove a saved query, ansicht löschen',
  list_templates: 'email templates, which templates do we have, message templates, vorlagen anzeigen',
  create_template: 'save a message as a template, new email template, vorlage speichern, vorlage anlegen',
  update_template: 'change a template, edit the template text, rename a template, vorlage ändern',
  delete_template: 'delete a template, vorlage löschen',
  list_snippets: 'text snippets, canned responses, text blocks, textbausteine anzeigen',
  create_snippet: 'save a snippet, new canned response, new text block, textbaustein anlegen',
  update_snippet: 'change a snippet, edit a canned response, textbaustein ändern',
  delete_snippet: 'delete a snippet, remove a canned response, textbaustein löschen',
  find_duplicates:
    'find duplicates, which contacts are there twice, duplicate people, dubletten finden, doppelte kontakte',
  merge_duplicates:
    'merge all duplicates, deduplicate contacts, clean up double contacts, dubletten zusammenführen, alle dubletten',
  list_facts:
    'known facts about a company, sources and quotes, what do we know from their website, fakten anzeigen, quellen',
  create_fact: 'add a fact with its source, file a quote from a page, save evidence, fakt anlegen, beleg hinzufügen',
  delete_fact: 'remove a wrong fact, fakt löschen',
  research_company:
    'research a company, read their website, look up news and jobs on the site, find talking points, firma recherchieren, webseite lesen',
  research_contact: 'research a person, what does the team page say about them, person recherchieren',
  write_step_texts:
    'write a personal email for each person of a step, individual text for every recipient, one text per contact, ' +
    'hyper-personalized messages, individueller text pro empfänger, persönliche texte schreiben',
  check_claims:
    'fact-check my email, are the claims in this text true, did the ai make something up, hallucinations, behauptungen prüfen, stimmt das',
  create_list: 'new list, make a list, segment, audience, saved filter, dynamic list, neue liste anlegen, zielgruppe',
  list_lists: 'show my lists, which segments are there, alle listen anzeigen',
  get_list: 'look at one list, how many are on the list, liste ansehen',
  update_list: 'rename a list, change filter of a list, liste umbenennen',
  delete_list: 'delete a list, remove a segment, liste löschen',
  list_list_members: 'who is on the list, members of a list, people in a segment, wer steht auf der liste',
  add_to_list: 'add contacts to a list, put people on a list, auf die liste setzen, kontakte zur liste hinzufügen',
  remove_from_list: 'take people off a list, remove from list, von der liste nehmen',
  enrich_contact:
    'enrich a contact, find phone number, find linkedin, fill in missing data, job title unknown, daten anreichern, telefonnummer finden',
  enrich_contacts: 'enrich many contacts, complete missing data in bulk, fill gaps, kontakte anreichern, viele',
  verify_email: 'check an email address, is this address valid, will it bounce, adresse prüfen, e-mail gültig',
  verify_emails: 'verify many addresses, clean the list of emails, bulk email verification, adressen prüfen, mehrere',
  list_contacts: 'show contacts, find stored leads, search people we have, who is new, kontakte anzeigen, leads suchen',
  query_contacts:
    'contacts by several conditions, vps in germany not contacted for 30 days, segment, filter with and or not, never enrolled, ' +
    'without a legal basis, replied and not interested, kontakte nach mehreren bedingungen, segment bilden, nie angeschrieben',
  query_companies:
    'companies by several conditions, companies of 50 to 200 people that use kafka, filter companies with and or not, firmen nach mehreren bedingungen',
  query_campaigns: 'campaigns by several conditions, campaigns paused since last month, kampagnen nach bedingungen',
  query_enrollments:
    'enrollments by several conditions, who is paused in a campaign since a week, teilnahmen nach bedingungen',
  query_messages:
    'messages by several conditions, failed messages of one mailbox this week, nachrichten nach bedingungen',
  query_replies: 'replies by several conditions, interested replies of the last 7 days, antworten nach bedingungen',
  list_query_fields: 'which fields can I filter by, operators of a query, felder für filter',
  create_contact: 'add a contact, save a lead, new person, kontakt anlegen, neuen lead speichern',
  get_contact: 'contact details, look up one person, kontakt ansehen, phone and email of a contact',
  update_contact:
    'change a contact, edit job title, correct the email address, set custom field, legal basis, owner, do not contact flag, kontakt bearbeiten, adresse korrigieren',
  delete_contact: 'delete a contact, remove a lead, kontakt löschen',
  set_contact_stage:
    'move to stage, mark as customer, pipeline, qualified, won, lost, phase setzen, status eines kontakts ändern',
  merge_contacts:
    'merge duplicate contacts, same person twice, deduplicate, doppelte kontakte zusammenführen, dubletten',
  erase_contact:
    'gdpr erasure, right to be forgotten, erase personal data for good, dsgvo löschung, daten endgültig löschen, recht auf vergessen',
  export_contact_data:
    'gdpr access request, everything we know about a person, data subject request, auskunft dsgvo, datenauskunft',
  get_contact_timeline:
    'activity history of a contact, what happened with this person, past emails, log, verlauf eines kontakts, aktivitäten, historie',
  add_contact_note:
    'write a note, add a comment, remember something about a person, log a call, notiz hinzufügen, notieren',
  list_contact_notes: 'read notes, show comments about a person, notizen anzeigen',
  upsert_contacts: 'add many contacts at once, bulk create leads, sync from crm, mehrere kontakte anlegen',
  import_contacts:
    'import csv, upload a spreadsheet of leads, excel file, contacts from a file, csv importieren, datei hochladen',
  export_contacts: 'download contacts, contacts as csv, spreadsheet of leads, kontakte exportieren, csv herunterladen',
  start_contact_export: 'export all contacts in the background, large export, großer export',
  download_contact_export: 'fetch the finished export file, export herunterladen',
  tag_contacts: 'tag contacts, label leads, mark people, kontakte taggen, markieren',
  change_contacts:
    'change the stage of all of them, set a field for many contacts, bulk update, bulk edit, mass change, tag everyone ' +
    'who matches, move all contacts to a list, assign all contacts to a colleague, suppress everyone who matches, alle kontakte ändern, massenänderung, status für viele setzen',
  list_change_sets:
    'which bulk changes were made, recent mass updates, what can be undone, letzte massenänderungen, änderungen anzeigen',
  undo_change:
    'undo a bulk change, revert the last mass update, roll back, take that back, undo that, änderung rückgängig ' +
    'machen, zurücknehmen',
  delete_contacts:
    'delete many contacts, bulk delete, remove all bounced contacts, clean out the list, purge invalid leads, alle ' +
    'ungültigen kontakte löschen, massenhaft löschen',
  list_trash: 'trash, bin, deleted contacts, what was deleted, papierkorb, gelöschte kontakte anzeigen',
  restore_record:
    'restore a deleted contact, undelete, bring back a deleted company, recover, wiederherstellen, gelöschten kontakt ' +
    'zurückholen',
  list_changes: 'change feed, mirror our data, sync changes since, what changed since, änderungen seit, abgleichen',
  create_snapshot: 'start a mirror, initial sync, cursor for the change feed, spiegel beginnen, erstabgleich',
  untag_contacts: 'remove a tag from contacts, take label off, tag von kontakten entfernen',
  list_jobs: 'running jobs, background work, what is in progress, laufende aufträge, hintergrundarbeit',
  get_job: 'progress of a job, is the import finished, status of long work, wie weit ist der import, fortschritt',
  create_upload:
    'get a link to upload a file, upload url, send a large csv, file too big for the chat, upload without pasting, ' +
    'link zum hochladen, große datei senden',
  list_job_rows:
    'show the rows that could not be imported, rejected rows with their cells, rows that need a fix, ' +
    'fehlgeschlagene zeilen mit inhalt anzeigen',
  fix_job_rows:
    'fix the failed rows, correct the domains in rejected rows, replace a text in a column and import again, retry ' +
    'rows of an import, fehlerhafte zeilen korrigieren, zeilen erneut importieren',
  get_job_results: 'which rows failed, results of an import, errors of a job, welche zeilen sind fehlgeschlagen',
  cancel_job: 'stop a job, cancel an import, abort long work, import abbrechen',
  list_events:
    'what happened recently, event log, feed of events, changes since yesterday, was ist passiert, ereignisse',
  get_settings: 'show settings, which postal address, time zone of the workspace, einstellungen anzeigen',
  update_settings:
    'what time of day mails are sent, postal address, sender name, imprint, company address in the ' +
    'footer, time zone, send window, sending hours, holidays, retention, language, change settings, ' +
    'postanschrift, absender, impressum, einstellungen ändern, sendezeiten',
  get_sending:
    'is sending stopped, is anything sent at all, emergency stop state, ist der versand gestoppt, daily volume',
  stop_sending:
    'emergency stop, stop all emails now, halt everything, panic, alles stoppen, versand anhalten, sofort aufhören',
  list_approvals:
    'what waits for approval, pending approvals, waiting for a person, freigaben, was wartet auf genehmigung',
  get_approval: 'was it approved, state of an approval, wurde es freigegeben',
  get_approval_manifest:
    'what does an approval send, texts of an approval, exactly what goes out, manifest, was wird freigegeben',
  get_approval_messages:
    'exact messages of one person in an approval, what does this contact get, genaue nachrichten einer freigabe',
  list_audit: 'audit log, who did what, who changed this, history of changes, protokoll, wer hat das geändert',
  get_balance: 'how many credits are left, balance, remaining credits, guthaben, wie viele credits habe ich',
  list_ledger: 'what were credits spent on, credit history, usage, transactions, bill, wofür wurden credits ausgegeben',
  list_prices: 'what does it cost, prices, price of a reveal, how much is enrichment, was kostet, preise',
  reveal_many_people:
    'reveal all people of a search, unlock many prospects, bulk reveal in the background, viele aufdecken',
  import_data_set:
    'own prospect data, upload a database of companies to search in, data set, company register, gleif, companies house, overture, ' +
    'eigene datenbank, datensatz hochladen, firmenregister importieren',
  list_data_sets: 'which data sets are there, own prospect data, datensätze anzeigen',
  delete_data_set: 'delete a data set, remove own prospect data, datensatz löschen',
  search_people:
    'find new people, prospects, heads of sales, decision makers, ctos in germany, look for leads, neue ansprechpartner finden, entscheider suchen, leads suchen, who could we contact',
  search_companies:
    'find new companies, look for firms in an industry, target accounts, lookalike, software companies in berlin, neue firmen finden, unternehmen suchen',
  reveal_people:
    'reveal, unlock email addresses, get the contact data of found people, buy leads, aufdecken, freischalten, kontaktdaten holen',
  list_searches: 'earlier searches, search history, what did i search, frühere suchen, suchverlauf',
  get_outbound_report:
    'overall report, how is outreach doing, statistics of all campaigns, performance this month, open numbers, dashboard, kpis, gesamtbericht, auswertung, wie läuft es',
  list_custom_fields: 'which own fields are there, custom columns, additional fields, eigene felder anzeigen',
  create_custom_field: 'new custom field, extra column for contacts, own attribute, eigenes feld anlegen',
  get_custom_field: 'look at one custom field',
  update_custom_field: 'rename a custom field, change options of an own field, eigenes feld ändern',
  delete_custom_field: 'remove a custom field, drop an extra column, eigenes feld löschen',
  ...sendingPhrases,
};
