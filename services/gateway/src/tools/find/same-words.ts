/** Words that mean the same here; the first of each line stands for all. German and English. */
export const sameWords = `
contact lead leads prospect prospects person people kontakt kontakte ansprechpartner ansprechpartnerin personen someone somebody anyone customer customers client clients buyer jemand jemanden kunde kunden interessent interessenten personendaten
company companies firma firmen unternehmen organisation organisations organization organizations business businesses firm firms account accounts employer betrieb konzern gmbh inc ltd konzerne arbeitgeber retailer retailers händler supplier suppliers agencies agency startup
message mail mails email emails nachricht nachrichten letter
reply replies answer answers answered response responses antwort antworten respond responded replied geantwortet beantworten rückmeldung rückmeldungen zurückgeschrieben respondents feedback
campaign campaigns sequence sequences cadence drip drips kampagne kampagnen sequenz sequenzen outreach mailsequenz
mailbox mailboxes postfach postfächer mailkonto emailkonto
inbox posteingang eingang
list lists liste listen segment segments audience shortlist zielgruppe
tag tags label labels schlagwort schlagworte schlagwörter etikett taggen verschlagworten
note notes comment comments notiz notizen kommentar kommentare notieren gesprächsnotiz vermerk vermerken memo anmerkung anmerkungen remark remarks
credit credits guthaben
webhook webhooks endpoint callback callbacks hook hooks
suppression suppressions blocklist blacklist sperrliste unsubscribe unsubscribed unsubscribes optout abmelden abgemeldet abmeldung abmeldungen gesperrt sperren sperre gesperrte block blocked blocking sperrung ban banned austragen
setting settings einstellung einstellungen configuration configure configured preferences konfiguration
report reports statistics stats analytics numbers performance perform performing performed bericht berichte auswertung gesamtauswertung gesamtbericht statistik statistiken metrics kpi kpis results result summary figures zahlen ergebnis ergebnisse bilanz erfolgreich erfolg successful success going läuft rate quote
score scoring scores rating rank ranking bewerten bewertung punkte punktzahl points priorisieren eignung fit fits passen passt prioritize prioritise prioritization sort sortieren hottest
enrich enrichment anreichern complete ergänzen vervollständigen nachschlagen fehlende missing
verify verification validate validation prüfen check checking überprüfen kontrollieren verifizieren deliverable zustellbar real echt validieren bestätigen
import importieren upload hochladen einlesen load einspielen ingest 
export exportieren download herunterladen runterladen dump backup
create make anlegen angelegt erstellen erstelle erstellt einrichten festlegen define erfassen generate build save store register record speichern abspeichern aufsetzen prepare
add hinzufügen put dazu ergänze
new neu neue neuen neues neuer
delete remove löschen entfernen lösche gelöscht entfernt löschung deletion discard wegwerfen wipe purge drop wegmachen rausnehmen herausnehmen
update change changed edit modify rename ändern bearbeiten umbenennen anpassen adjust correct fix reword rewrite korrigieren geändert replace umformulieren überarbeiten swap revise shorten shorter longer kürzer länger set switch setze setzen tweak aktualisieren
show see view display look anzeigen zeige zeigen ansehen sehen read lesen open öffnen auflisten zeig see tell give overview übersicht
which what welche welcher welches
find search suchen suche finden discover
start launch begin starten starte loslegen losschicken kick fire gestartet kick-off anstoßen
pause hold pausieren anhalten suspend ruhen unterbrechen pausiert freeze einfrieren
stop halt stoppen gestoppt notaus
cancel abbrechen abort stornieren zurückziehen withdraw revoke absagen terminate end beenden ending abblasen endgültig
resume continue fortsetzen weitermachen unpause weiter restart
send senden verschicken versenden abschicken schicken dispatch sending versand raus absenden leaving leave rausschicken rausgehen mailen
sent gesendet gesendete verschickt verschickte rausgegangen
approve approval approvals freigeben freigabe freigaben genehmigen genehmigung release sign-off absegnen okay freigegeben
job jobs background auftrag aufträge
task tasks todo todos aufgabe aufgaben reminder call calls anruf anrufe tun todo-liste pending-tasks
history timeline verlauf historie activity activities aktivitäten log chronik interactions interaktionen bisher
merge duplicate duplicates dedupe deduplicate zusammenführen doppelt doppelte doppelten dubletten combine zusammenlegen twice two-times zweimal dublette bereinigen
copy clone duplizieren kopieren template vorlage nochmal reuse wiederverwenden klonen
reveal unlock aufdecken freischalten purchase kaufen buy gekauft
enroll enrol enrollment enrollments enrolled aufnehmen einschreiben teilnehmer participant participants
forward weiterleiten
schedule scheduled geplant geplante
price prices cost costs kosten kostet preis preise
profile profiles icp persona zielprofil idealkunde idealkunden
warmup ramp aufwärmen aufwärmphase
limit limits cap quota tageslimit grenze maximum höchstens most
address anschrift adresse adressen addresses office büro
colleague colleagues coworker coworkers teammate kollege kollegen kollegin mitarbeiter member members user users nutzer benutzer team mitglied mitglieder coworker
domain domains
erase gdpr dsgvo forgotten erasure traces
why warum wieso weshalb
spam spammy spamverdacht junk
followup nachfassen nachfassmail nachfass nachhaken touch
abtest splittest variant variants variante varianten
deliverability zustellbarkeit
recipient recipients empfänger
increase raise erhöhen
sandbox test testen try testmodus
clock uhr zeit time
event events ereignis ereignisse
connect verbinden anbinden verknüpfen link integrate
classify classification klassifizieren einordnen einstufen categorize category categorise
workinghours working geschäftszeiten bürozeiten
all my any every alle alles meine unsere sämtliche
bounce bounced bounces undeliverable unzustellbar
preview vorschau beispielmail render sample example beispiel final fertigen fertige
assign zuweisen zuordnen delegate zuteilen zugewiesen
postpone snooze verschieben postponed remind later später erinnern push
vacation holiday urlaub absence abwesend abwesenheit
draft drafts entwurf entwürfe compose entwerfen
field fields column columns property properties attribute attributes feld felder spalte spalten merkmal zusatzfeld
website homepage webseite
footer fußzeile imprint impressum
signature signatur
number nummer telefonnummer phone
excel spreadsheet csv datei file tabelle
week weekly woche wöchentlich
month monthly monat monatlich
quarter quarterly quartal jahr year yearly
personal personenbezogen personenbezogene individual persönlich persönliche
sendhours sendezeit sendezeiten
job-title titel jobtitel
employee employees mitarbeiterzahl
manager managers director directors head heads ceo ceos cto ctos cfo cmo vp owner owners founder founders geschäftsführer geschäftsführerin leiter leiterin entscheider executives marketers cfos cmos hr founder einkäufer vertriebsleiter marketingleiter buyers decision-makers makers decision responsible verantwortliche chef chefs recruiter developers engineers
industry branche industries sector manufacturers startups fintechs hersteller logistics logistik automotive saas retail finance banks software pharma maschinenbau handel manufacturing
allow allowed darf dürfen
text texte wording wortlaut formulierung
who wer whom wen whose
how wie
not nicht kein keine keinen no never nie
when wann
dsar selbstauskunft auskunft auskunftsanfrage
save-for-later sichern
staff employees-of angestellte belegschaft
weekend weekends wochenende werktags weekdays
use uses using nutzen verwenden benutzen technology technologies
today heute tomorrow morgen friday monday freitag montag
city berlin hamburg münchen wien zürich london paris york amsterdam nrw bayern dach europe
`;
