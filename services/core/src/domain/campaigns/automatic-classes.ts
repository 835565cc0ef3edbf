/** Classes of machine-written mail, which is not a person's reply. */
export const automaticClasses: readonly string[] = ['out_of_office', 'auto_reply', 'bounce'];
