/** Why a mail server could not be used, as the libraries and the server said it. */
export interface SetupFailure {
  protocol: 'smtp' | 'imap';
  host: string;
  port: number;
  security: 'none' | 'starttls' | 'tls';
  /** Of the error, e.g. ECONNREFUSED; empty when there is none. */
  code: string;
  /** The error's own words and those of the server. */
  text: string;
  /** The server's words alone; empty when it has said nothing. */
  answer: string;
  /** Of SMTP; 0: the server has answered nothing. */
  answerCode: number;
  /** What the server says when it is connected to; empty when it says nothing or was not asked. */
  greeting: string;
  isLogin: boolean;
  /** Signing in goes with a token of the provider. */
  isSignIn: boolean;
}
