/** Classes that a machine writes: they are not answers of a person. */
export const automaticClasses: readonly string[] = ['out_of_office', 'auto_reply', 'bounce'];
