/** Phrases for the gateway's own tools, which are no actions of the contract. */
export const ownToolPhrases: Readonly<Record<string, string>> = {
  search: 'search everything, look up anything in my workspace, alles durchsuchen, in allem suchen',
  fetch: 'open this record by its id, read this search result, datensatz mit dieser id öffnen',
  get_action:
    'what became of it, did the action go through, status of the confirmation, was my approval given, ' +
    'ist die aktion ausgeführt, was wurde aus der vorbereiteten aktion',
  cancel_action:
    'drop the prepared action, discard the preview, forget that preview, do not do it after all, ' +
    'vorbereitete aktion verwerfen, doch nicht ausführen, vorschau verwerfen',
  list_pending_actions:
    'what is prepared and waits for me, which previews are open, prepared but not confirmed, unconfirmed actions, ' +
    'was ist vorbereitet, welche vorschauen sind offen, was wartet auf meine bestätigung',
};
