/**
 * What the words of other languages mean, in the first words of `sameWords`: French, Spanish, Italian, Portuguese, Dutch.
 * Accents do not count.
 */
export const foreignWords = `
contact contacto contactos contatto contatti contato contatos contacten prospetto prospetti personne personnes persona personas persone persoon personen pessoa pessoas client clients cliente clientes clienti klant klanten destinataire
company entreprise entreprises société sociétés empresa empresas azienda aziende impresa bedrijf bedrijven pme
message message messages courriel courriels courrier mensaje mensajes correo correos messaggio messaggi mensagem mensagens
reply réponse réponses répondre répondu respuesta respuestas responder respondido contesta contestar risposta risposte rispondere rispondi resposta respostas antwoord antwoorden beantwoord
campaign campagne campagnes campaña campañas campagna campanha campanhas séquence séquences secuencia secuencias sequenza sequenze sequência sequências cadencia cadencias
mailbox boîte boite casella buzón caixa postbus mailadres
list liste listes lista listas elenco elenchi lijst lijsten
tag étiquette étiquettes etiqueta etiquetas etichetta etichette
note nota notas remarque commentaire comentario appunto notitie opmerking
credit crédit crédits crédito créditos saldo solde crediti crediten tegoed
suppression désabonner désinscrire désabonnés baja bajas disiscrivere disiscritti afmelden afmeldingen uitschrijven descadastrar bloquear bloquer bloccare blokkeren
setting réglages paramètres ajustes configuración impostazioni configurações instellingen
report rapport rapports statistiques résultat résultats chiffres informe informes estadísticas resultados rapporto statistiche risultati relatório estatísticas resultaten cijfers
score noter évaluer puntuar puntuación calificar valutare punteggio avaliar pontuar scoren beoordeel
enrich enrichir compléter enriquecer completar arricchire completare verrijken aanvullen
verify vérifier valider verificar validar comprobar verificare validare controllare verifiëren controleren
import importer importar importare importeren charger subir cargar caricare carica carregar uploaden inladen
export exporter exportar esportare exporteren télécharger descargar scaricare baixar downloaden
create créer crée crear crea creare criar aanmaken maak maken préparer preparar preparare voorbereiden configurer
add ajouter ajoute mettre añadir agregar añade aggiungere aggiungi adicionar toevoegen voeg inscribir insérer
new nouveau nouvelle nouvelles nuevo nueva nuevos nuevas nuovo nuova nuovi novo nova novos nieuw nieuwe
delete supprimer supprime effacer enlever eliminar borrar quitar eliminare cancellare rimuovere excluir apagar remover verwijderen verwijder wissen
update modifier changer corriger cambiar modificar actualizar corregir cambiare modificare aggiornare alterar atualizar wijzigen aanpassen bijwerken
show montre montrer afficher voir mostrar muéstrame ver mostrare mostra vedere toon tonen bekijken
which quel quelle quels quelles cuál cuáles quale quali qual quais welke combien cuánto cuántos cuántas quanto quanti quante quantos hoeveel
find trouver trouve chercher cherche rechercher encontrar encuentra buscar busca trovare trova cercare cerca procurar vinden vind zoeken zoek
start lancer lance démarrer activer lanzar iniciar empezar activar lanciare avviare inizia iniciare attivare começar ativar lanceren
pause suspendre pausar suspender sospendere pauzeren
stop arrêter arrête parar detener fermare ferma
cancel annuler cancelar anular annullare annuleren
resume reprendre reanudar riprendere retomar hervatten
send envoyer envoie envoi enviar envía inviare invia mandar versturen verzenden stuur
sent envoyé envoyés enviado enviados inviato inviati verzonden verstuurd
approve approuver aprobar approvare aprovar goedkeuren
task tâche tâches tarea tareas compito compiti tarefa tarefas taak taken appel appels llamada llamadas
history historique échanges historial storico cronologia histórico geschiedenis
merge fusionner doublon doublons fusionar duplicado duplicados unire doppioni mesclar samenvoegen dubbele
copy dupliquer copier duplicar copiar duplicare copiare dupliceren kopiëren
reveal débloquer acheter desbloquear comprar sbloccare acquistare ontgrendelen kopen
enroll inscrire inscribir iscrivere inscrever inschrijven
price prix tarif tarifs precio precios prezzo prezzi preço preços prijs prijzen coût costo
profile profil perfil profilo profiel
limit limite límite limiti limiet
address adresse adresses dirección direcciones indirizzo indirizzi endereço endereços adres adressen
colleague collègue collègues équipe colega colegas equipo collega colleghi squadra equipe medewerker
why pourquoi porqué perché waarom
connect connecter relier conectar enlazar collegare collega connettere koppelen
preview aperçu anteprima voorbeeld
assign attribuer asignar assegnare toewijzen
draft rédiger brouillon écris redactar borrador redigere bozza scrivere redigir rascunho schrijf schrijven concept
signature signature handtekening
number téléphone numéro teléfono número telefono numero telefone telefoonnummer
today aujourd jour hoy oggi hoje vandaag demain mañana domani morgen
week semaine semana settimana
month mois mese maand
who qui quién quien quem chi
how comment cómo como come hoe
not pas plus no non não niet
when quand cuándo quando wanneer
manager directeur directeurs directrice responsable responsables director directora directores gerente gerentes dueño dueños dirigeant dirigeants gérant direttore direttori responsabile responsabili diretor diretores directeuren eigenaar eigenaren
city lyon madrid milano barcelona roma lisboa bruselas bruxelles rotterdam marseille torino valencia méxico
erase rgpd oubli avg olvido oblio
`;
