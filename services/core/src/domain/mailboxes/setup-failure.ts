/** Failure of a mail server connection, as reported by the libraries and the server. */
export interface SetupFailure {
  protocol: 'smtp' | 'imap';
  host: string;
  port: number;
  security: 'none' | 'starttls' | 'tls';
  /** Error code, such as ECONNREFUSED, or an empty string. */
  code: string;
  /** Combined message of the error and the server. */
  text: string;
  /** Server's own message. Empty if it sent none. */
  answer: string;
  /** SMTP reply code. 0 if the server did not reply. */
  answerCode: number;
  /** Server greeting on connect. Empty if there was none, or if it was not checked. */
  greeting: string;
  isLogin: boolean;
  /** True if signing in uses a token of the provider. */
  isSignIn: boolean;
}
