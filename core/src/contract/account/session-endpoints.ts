import * as z from 'zod/mini';
import { PAGE_SIZE } from '../../domain/reports/report.ts';
import { validation } from '../../messages/validation.ts';
import { type Endpoint, get, post, success } from '../endpoint.ts';
import { sessionRequests } from '../exchange.ts';
import { addedLater, atLeast, day, email, exactText, instant, knownEmail, maybe, requiredName, requiredText, typeError } from '../wire.ts';
import { renamed } from '../wire-names.ts';

const PASSWORD_MAX = 200;
const CODE_MAX = 40;

export const credentials = renamed({
  email: ['email', knownEmail()],
  password: ['password', exactText(PASSWORD_MAX, validation.passwordRequired).check(atLeast(6, { error: validation.passwordTooShort }))],
  /** People with a second factor send it. */
  code: ['code', maybe(requiredText(CODE_MAX, validation.codeRequired))],
  /** True when this browser is not to be asked for the second factor for 30 days. */
  trustsDevice: ['trust_device', maybe(z.boolean({ error: typeError(validation.notYesNo) }))],
});

/** Carries one of the two; a code counts for people with a second factor. */
const identityProof = renamed({
  password: ['password', maybe(exactText(PASSWORD_MAX, validation.passwordRequired))],
  code: ['code', maybe(requiredText(CODE_MAX, validation.codeRequired))],
});

export const resetRequest = renamed({ email: ['email', knownEmail(validation.resetEmailInvalid, validation.resetEmailInvalid)] });
const token = exactText(100, validation.resetTokenInvalid);
export const resetToken = renamed({
  email: ['email', knownEmail(validation.resetEmailInvalid, validation.resetEmailInvalid)],
  token: ['token', token],
});
const NAME_MAX = 100;
export const firstAdministrator = renamed({
  code: ['code', exactText(100, validation.required)],
  firstName: ['name_user', requiredName(NAME_MAX)],
  lastName: ['last_name', requiredName(NAME_MAX)],
  email: ['email', email()],
  /** Unset where passwords are off. */
  password: ['password', maybe(exactText(PASSWORD_MAX, validation.firstPasswordInvalid))],
});
export const newPassword = renamed({
  email: ['email', knownEmail(validation.resetEmailInvalid, validation.resetEmailInvalid)],
  token: ['token', token],
  password: ['password', exactText(PASSWORD_MAX, validation.resetPasswordInvalid)],
});

export const substitutesFor = z.optional(
  z.array(
    renamed({
      id: ['id', z.int()],
      name: ['name', z.string()],
      kind: ['type_user', z.string()],
      position: ['position', z.string()],
      registeredById: ['registered_by', z.optional(z.int())],
    }),
  ),
);

/** Who is logged in, for the session gate: null when nobody is (docs/product.md, 1.4). `profile_image` is null without a photo. A
 * Desarrollador reads since when the mail server refuses everything. `page_size` is the rows of a page, null where they fill the window;
 * a terminal of 1.2.0 demands `list_sizes`. */
const deck = renamed({
  id: ['id', z.int()],
  employeeNumber: ['num_employe', z.string()],
  name: ['user', z.string()],
  email: ['email', z.string()],
  kind: ['type_user', z.string()],
  position: ['position', z.string()],
  department: ['department', z.string()],
  photoUrl: ['profile_image', z.nullable(z.string())],
  substitutesFor: ['substitutes_for', substitutesFor],
  pageSize: ['page_size', addedLater(z.nullable(z.int()), PAGE_SIZE)],
  listSizes: ['list_sizes', z.optional(z.array(z.unknown()))],
  mailStoppedSince: ['mail_stopped_since', z.optional(instant)],
});

const companyLoginButton = renamed({ label: ['label', z.string()], url: ['url', z.string()] });

/**
 * `today` is the business day in `zone` (IANA), `demo` whether this is the demo company. `demo_exposed` says whether others may reach it
 * all the same, `contactUrl` the footer's link, empty where there is none.
 * `first_run` says that the database is empty and waits for its first administrator. `password_login` is false where people
 * log in with the company's account alone; `company_login` is its button, null where there is none. `second_factor_due` says that this
 * session opens nothing until its person has a second factor.
 */
export const session = renamed({
  success: ['success', z.literal(true)],
  user: ['user_action_deck', z.nullable(deck)],
  today: ['today', day],
  zone: ['time_zone', z.string()],
  isDemo: ['demo', z.boolean()],
  isDemoExposed: ['demo_exposed', z.boolean()],
  contactUrl: ['contact_url', z.string()],
  needsFirstRun: ['first_run', z.boolean()],
  allowsPasswords: ['password_login', z.boolean()],
  companyLogin: ['company_login', z.nullable(companyLoginButton)],
  isSecondFactorDue: ['second_factor_due', z.boolean()],
});
export type Session = z.output<typeof session>;
export type SessionUser = NonNullable<Session['user']>;

/** `user_id` is whose session the token belongs to, so that a page does not write for another person; null before login. */
const csrfToken = renamed({
  success,
  csrfToken: ['csrf_token', z.string()],
  userId: ['user_id', z.nullable(z.int())],
});
/** `logout_url` ends the session at the company's identity provider too, where the login was there. */
const loggedOut = renamed({ success, logoutUrl: ['logout_url', z.nullable(z.string())] });
export const loginReply = z.object({ success: z.literal(true), status: z.literal('activo') });

export const permissions = renamed({
  success,
  employeeNumber: ['num_employe', z.string()],
  kind: ['type_user', z.string()],
  position: ['position', z.string()],
});

export const ownData = renamed({
  success,
  id: ['id', z.int()],
  name: ['user', z.string()],
  firstName: ['name_user', z.string()],
  lastName: ['last_name', z.string()],
  email: ['email', z.string()],
  employeeNumber: ['num_employe', z.string()],
  department: ['department', z.string()],
  position: ['position', z.string()],
  level: ['level_user', z.string()],
  kind: ['type_user', z.string()],
  alias: ['alias', z.nullable(z.string())],
  phone: ['phone', z.nullable(z.string())],
  substitutesFor: ['substitutes_for', substitutesFor],
  // Days and hours of notifications: one's own, null where they are the company's, and the company's. 1.2 has neither.
  workTime: ['work_time', z.nullable(z.string())],
  companyWorkTime: ['company_work_time', z.optional(z.string())],
});

export const sessionEndpoints = {
  readSession: {
    ...sessionRequests.readSession,
    who: 'anyone',
    needs: 'request',
    summary: 'Quién tiene la sesión',
    reply: session,
  },
  readCsrfToken: {
    ...sessionRequests.readCsrfToken,
    who: 'anyone',
    needs: 'request',
    credential: 'session',
    summary: 'El token de seguridad',
    reply: csrfToken,
  },
  logIn: {
    ...sessionRequests.logIn,
    who: 'anyone',
    needs: 'request',
    credential: 'session',
    summary: 'Inicia sesión',
    body: credentials,
    reply: loginReply,
  },
  confirmIdentity: post(
    '/api/confirm_identity',
    'person',
    'Confirma quién soy con mi contraseña, o con un código de mi segundo factor; vale 15 minutos en esta sesión',
    { needs: 'request', credential: 'session', secret: 'given', body: identityProof },
  ),
  logOut: {
    ...sessionRequests.logOut,
    who: 'person',
    needs: 'request',
    credential: 'session',
    summary: 'Cierra la sesión',
    reply: loggedOut,
  },
  requestPasswordReset: post('/api/password-reset-request', 'anyone', 'Pide un token por correo', {
    needs: 'request',
    credential: 'session',
    body: resetRequest,
  }),
  checkResetToken: post('/api/validate-reset-token', 'anyone', 'Comprueba el token', {
    needs: 'request',
    credential: 'session',
    body: resetToken,
  }),
  resetPassword: post('/api/reset-password', 'anyone', 'Define una contraseña con el token', {
    needs: 'request',
    credential: 'session',
    body: newPassword,
  }),
  createFirstAdministrator: post(
    '/api/create_first_administrator',
    'anyone',
    'Registra a la primera persona de una base de datos vacía, con el código que imprimió el servidor',
    { needs: 'request', credential: 'session', body: firstAdministrator },
  ),
  readPermissions: get('/api/permissions_user', 'person', 'Mi tipo y mi puesto', { reply: permissions }),
  readOwnData: { method: 'GET', path: '/api/data_user', who: 'person', effect: 'reads', summary: 'Mis datos', reply: ownData },
} as const satisfies Record<string, Endpoint>;
