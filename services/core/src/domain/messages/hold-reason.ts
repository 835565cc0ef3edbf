/**
 * Why an unsent message needs a decision of a person about this message. `approval_outdated` returns it to
 * `awaiting_approval`; the others keep it `scheduled`.
 */
export const holdReasons = ['approval_outdated', 'unresolved_placeholder', 'restored_without_journal'] as const;
export type HoldReason = (typeof holdReasons)[number];
