/** Facts that identify a contact: an email address, or a name and a company. */
export interface PersonHint {
  email?: string;
  firstName?: string;
  lastName?: string;
  companyDomain?: string;
}
