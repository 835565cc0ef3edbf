import type { AutopilotClass } from './autopilot-rules.ts';

type Texts = Record<AutopilotClass, string>;

/** Built-in drafts by language, for workspaces without their own text or a configured model. */
const texts: Record<string, Texts> = {
  en: {
    interested:
      'Hello {{ firstName | default: "" }},\n\nthank you for your answer, I am glad to hear that. I will come back to you with the details shortly.',
    meeting_request:
      'Hello {{ firstName | default: "" }},\n\nthank you, I would be glad to talk. I will confirm a time with you shortly.',
    question:
      'Hello {{ firstName | default: "" }},\n\nthank you for your question. I will look into it and come back to you shortly.',
    referral: 'Hello {{ firstName | default: "" }},\n\nthank you for pointing me to the right person.',
  },
  de: {
    interested:
      'Guten Tag {{ fullName | default: "" }},\n\nvielen Dank für Ihre Antwort, das freut mich. Ich melde mich in Kürze mit den Einzelheiten.',
    meeting_request:
      'Guten Tag {{ fullName | default: "" }},\n\nvielen Dank, ich spreche gern mit Ihnen. Einen Termin bestätige ich Ihnen in Kürze.',
    question:
      'Guten Tag {{ fullName | default: "" }},\n\nvielen Dank für Ihre Frage. Ich kläre das und melde mich in Kürze.',
    referral:
      'Guten Tag {{ fullName | default: "" }},\n\nvielen Dank, dass Sie mir den richtigen Ansprechpartner nennen.',
  },
  fr: {
    interested:
      'Bonjour {{ fullName | default: "" }},\n\nmerci pour votre réponse, j’en suis ravi. Je reviens vers vous très vite avec les détails.',
    meeting_request:
      'Bonjour {{ fullName | default: "" }},\n\nmerci, je serais ravi d’échanger avec vous. Je vous confirme un créneau très vite.',
    question:
      'Bonjour {{ fullName | default: "" }},\n\nmerci pour votre question. Je me renseigne et je reviens vers vous très vite.',
    referral: 'Bonjour {{ fullName | default: "" }},\n\nmerci de m’avoir indiqué la bonne personne.',
  },
  es: {
    interested:
      'Hola {{ fullName | default: "" }}:\n\nGracias por su respuesta, me alegro mucho. En breve le envío los detalles.',
    meeting_request:
      'Hola {{ fullName | default: "" }}:\n\nGracias, estaré encantado de hablar con usted. En breve le confirmo una hora.',
    question: 'Hola {{ fullName | default: "" }}:\n\nGracias por su pregunta. Lo consulto y le respondo en breve.',
    referral: 'Hola {{ fullName | default: "" }}:\n\nGracias por indicarme la persona adecuada.',
  },
  it: {
    interested:
      'Buongiorno {{ fullName | default: "" }},\n\ngrazie per la sua risposta, mi fa piacere. Le scrivo a breve con i dettagli.',
    meeting_request:
      'Buongiorno {{ fullName | default: "" }},\n\ngrazie, parlerei volentieri con lei. Le confermo a breve un orario.',
    question: 'Buongiorno {{ fullName | default: "" }},\n\ngrazie per la domanda. Mi informo e le rispondo a breve.',
    referral: 'Buongiorno {{ fullName | default: "" }},\n\ngrazie per avermi indicato la persona giusta.',
  },
  nl: {
    interested:
      'Goedendag {{ fullName | default: "" }},\n\nbedankt voor uw antwoord, dat doet me plezier. Ik kom er snel bij u op terug met de details.',
    meeting_request:
      'Goedendag {{ fullName | default: "" }},\n\nbedankt, ik spreek u graag. Ik bevestig u snel een tijdstip.',
    question:
      'Goedendag {{ fullName | default: "" }},\n\nbedankt voor uw vraag. Ik zoek het uit en kom er snel bij u op terug.',
    referral: 'Goedendag {{ fullName | default: "" }},\n\nbedankt dat u mij naar de juiste persoon verwijst.',
  },
  pt: {
    interested:
      'Olá {{ fullName | default: "" }},\n\nobrigado pela sua resposta, fico contente. Volto ao seu contacto em breve com os detalhes.',
    meeting_request:
      'Olá {{ fullName | default: "" }},\n\nobrigado, terei todo o gosto em falar consigo. Confirmo uma hora em breve.',
    question: 'Olá {{ fullName | default: "" }},\n\nobrigado pela sua pergunta. Vou informar-me e respondo em breve.',
    referral: 'Olá {{ fullName | default: "" }},\n\nobrigado por me indicar a pessoa certa.',
  },
  pl: {
    interested:
      'Dzień dobry {{ fullName | default: "" }},\n\ndziękuję za odpowiedź, bardzo mnie to cieszy. Wkrótce wrócę ze szczegółami.',
    meeting_request:
      'Dzień dobry {{ fullName | default: "" }},\n\ndziękuję, chętnie porozmawiam. Wkrótce potwierdzę termin.',
    question: 'Dzień dobry {{ fullName | default: "" }},\n\ndziękuję za pytanie. Sprawdzę to i wkrótce odpowiem.',
    referral: 'Dzień dobry {{ fullName | default: "" }},\n\ndziękuję za wskazanie właściwej osoby.',
  },
};

/** Built-in draft in the first of these languages that has one, otherwise in English. */
export function builtInReplyDraft(replyClass: AutopilotClass, languages: readonly string[]): string {
  const known = languages.find((language) => texts[language] !== undefined) ?? 'en';
  return texts[known]![replyClass];
}
