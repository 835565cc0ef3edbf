/** Further words of the field, English and German, after the first word of `sameWords` (or a word of the actions' phrases). */
export const fieldWords = `
contact ada bob anna maria marie julia tom ben karl peter paul thomas michael andreas frank stefan martin sabine claudia susanne lisa laura sarah jane john james mary david emma max jan eva otto grace alice he she him her them they herr frau herrn ihm ihn ihr er sie mr mrs
company acme bosch siemens stripe ikea globex
contact candidate candidates suspect suspects adressat adressaten interessentin interessentinnen kundin kundinnen gesprächspartner visitenkarte subject betroffener betroffene betroffenen guy lady
company vendor vendors enterprise enterprises competitor competitors konkurrent konkurrenz wettbewerber betriebe kanzlei kanzleien praxis praxen dienstleister zulieferer spedition speditionen agentur agenturen verein vereine lookalike lookalikes brand brands subsidiary headquarters
search netnew
message anschreiben erstmail einzelmail outbox postausgang mailing mailings dms subjectline
reply rückantwort rückfrage rückfragen zurückschreiben reaktion reaktionen reagiert reagieren responder comeback zurückmelden gemeldet melden absage zusage
campaign flow flows workflow workflows nurture mailkampagne mailkampagnen mailstrecke mailserie series akquise kaltakquise akquisekampagne prospecting mailreihe ansprache playbook journey
mailbox gmail outlook m365 office365 smtp imap exchange absenderkonto absenderkonten absenderpostfach sender senders absender absenderadresse
list verteiler verteilerliste smartview view views cohort merkliste auswahlliste hitlist gruppe group groups bucket
tag flag flags badge markierung markierungen markiere kategorie kennzeichnen kennzeichnung kennzeichne marker
note gesprächsprotokoll telefonnotiz aktennotiz scribble merken
credit kontingent allowance kontostand
webhook zapier n8n slack teams pipedrive integromat payload payloads ping callbacks url trigger triggers
suppression dnc robinsonliste werbewiderspruch widerspruch widerruf unsubscriber unsubscribers abmelder abmeldewunsch ausschließen ausschluss exclude excluded excluding exclusion sperreintrag sperreinträge sperrvermerk sperrvermerke werbung blocklisted abbestellen abbestellt optouts
setting default defaults option options voreinstellung voreinstellungen
report dashboard dashboards kennzahl kennzahlen insight insights breakdown conversion conversions quote antwortquote öffnungsrate klickrate funnel trichter monatsbericht wochenbericht quartalsbericht resultate abgeschnitten analyse analysis analyze trend trends meetings
score grade grades graded grading priorität priority bestes passung rangfolge eingestuft prioritise abc passend
enrich append waterfall dials durchwahl durchwahlen nachladen auffüllen backfill firmographic technographic datenanreicherung
verify hygiene gültigkeit ungültige ungültig gültig risky catchall existiert exists deliverables invalid
import migrate migration reinladen übernehmen einpflegen importing bring ingest mitbringen
export extract extrahieren rausziehen herausgeben ausgeben auslesen abziehen
create build anfertigen introduce einführen aufbauen bauen design konzipieren hinterlegen eintragen enter log eröffnen vorbereiten definieren pflegen schreibe schreib schreiben write writing
add insert einfügen include pack packe packen stecke aufs schieb schieben push load reinnehmen dazunehmen draufsetzen nachtragen
delete bin trash scrap rausschmeißen schmeiß streichen streiche tilgen kick
update tausche tauschen austauschen ersetzen nachbessern promoted umziehen korrektur reschedule pflege umstellen verändern feinschliff improve extend verlängern vergrößern verkleinern
show peek inspect einsehen einsicht anschauen vorlesen print shows
find seek spot locate track recherchieren recherche ermitteln ausfindig aufspüren hunt source sourcing brauche
start activate activated activation aktivieren scharf scharfschalten freischießen ankurbeln initiate anwerfen anschalten einschalten abfeuern ship starting
pause stilllegen stillegen aussetzen temporarily vorübergehend zwischenzeitlich unterbreche rest freezing onhold pausing zurückhalten
stop emergency notfall panic killswitch notbremse sofortstopp halten
cancel kill shut verwerfen recall unschedule unscheduled unqueue zurückrufen
resume unfreeze reactivate reaktivieren wiederaufnehmen fortführen fortsetze proceed
send shoot deliver rausjagen schick schicke schicken zusenden zustellen abschick verschicke
approve greenlight okayed sign durchwinken bestätigung absegnung abnehmen abnahme zustimmen zustimmung pending signoff
task pflicht anrufliste callqueue fällig fällige due plate agenda telefonat telefonate telefonaufgabe
history touchpoint touchpoints conversation conversations kommunikation korrespondenz correspondence interaction contacted bisherige feed engagement
merge vereinen consolidate unify verschmelzen double dupes dupe vereinheitlichen zusammenfassen
copy blueprint replicate duplikat abkupfern kopie
reveal unlocking erwerben freikaufen
enroll einsteuern aufnimmt reinschieben
removeenrollment unenroll unenrol
forward loop weitergeben weiterreichen relay weiterleite cc
price charge charges fee fees preisliste pricing expensive teuer gebühr gebühren
profile ideal wunschkunde kundenprofil criteria kriterien idealkundenprofil
warmup lemwarm hochfahren einfahren warm
limit cap limitieren drosseln begrenzen throttle obergrenze deckel
colleague seat seats sdr bdr ae kollegenkreis teamkollege teamkollegin rep reps vertriebler vertrieblerin mitarbeiterin assistant admin admins
why reason grund begründung begründen howcome
spam junkfolder spamordner spamproblem
variant winner splittesting
deliverability inboxing reputation zustellrate
sandbox testbetrieb simulation simulieren simulate simulated pretend fake testlauf testzeit probe
clock jump vorspulen zukunft future
classify relabel mislabelled einsortieren umklassifizieren sentiment wertung
bounce hardbounce softbounce unzustellbarkeit zurückgekommen rückläufer
preview dryrun previews vorab platzhalter placeholders personalised rendered looks aussehen
assign handover übergeben übertragen zugeordnet besitzer allocate
postpone snoozed vertagen wiedervorlage aufschieben
vacation elternzeit parental ooo abwesenheitsnotiz sabbatical mutterschutz krank sick
draft formuliere formulieren entwirf verfasse verfassen icebreaker einleitung personalisierung
field datenfeld datenfelder eigenschaft eigenschaften variable variables zusatzfelder zusatzspalte
attach attachment attachments anhang anhänge beilage brochure flyer onepager broschüre prospektblatt pdf pdfs
signature mailsignatur grußformel
number mobilnummer mobil handynummer handy festnetz mobile cell dial nummern
excel xls xlsx sheet ods
manager leiterinnen vice president chief coo cio ciso cro vps einkaufsleiter personalleiter personalleiterin vertriebsleiterin inhaber inhaberin inhabern vorstand vorstände aufsichtsrat prokurist leadership specialist specialists consultants consultant berater beraterinnen ärzte zahnärzte anwälte lawyers dentists doctors architects architekten steuerberater professionals engineer ingenieure ingenieur leiten leitet einkauf procurement
industry biotech healthcare hospitals hospital krankenhäuser pflegeheime brauereien breweries insurance versicherungen immobilien energy energie solar maschinenbauer automobilzulieferer kommunen ecommerce fintech handwerk handwerksbetriebe mittelstand gastronomie restaurants hotels education bildung tourism chemie textil bau construction edtech agrar ngo nonprofit logistiker softwarehäuser gaming medtech telecom
city austria vienna munich cologne köln frankfurt stuttgart dresden leipzig hannover nürnberg düsseldorf bremen zurich geneva genf basel bern madrid barcelona paris lyon texas california boston chicago dublin stockholm oslo copenhagen warsaw prague benelux nordics emea apac uk usa us sachsen hessen raum region near around
staff headcount employees mitarbeitern mitarbeitende leuten beschäftigte size seriesb funding hiring revenue
today yesterday gestern monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag
month januar februar märz april mai juni juli august september oktober november dezember january february march june july october december
audit changelog nachvollziehen änderungsprotokoll revision protokoll prüfspur
erase vergessen auslöschen löschanspruch löschantrag löschbegehren art17 article17
dsar datenkopie auskunftsersuchen sar datenauszug
login anmeldung passwort kennwort anmelden twostep mfa authenticator
subscription tarif abo paket package bezahlen billing rechnung invoice
address impressum hausanschrift firmenadresse postanschrift geschäftsadresse
domain dns spf dkim dmarc mx records
phase deal deals opportunity opportunities stage pipeline disqualified qualifiziert verloren gewonnen lost won chance chancen status abschluss
apikey token tokens credentials schlüssel zugangsschlüssel
window uhrzeit sendefenster mornings afternoons
step steps schritt schritte touches stufe stufen breakup
wait delay spacing abstand interval wartezeit
`;
