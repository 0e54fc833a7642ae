/** RFC 5321, 4.1.2 without quotes: a sign beyond ASCII would need SMTPUTF8, which few servers speak. */
const LOCAL_PART = /^(?=.{1,64}$)[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const DOMAIN_SIGNS = /^[\p{L}\p{M}\p{N}.-]+$/u;
/** Labels of at most 63 signs, of which the last has a letter, because numbers alone are an IP address. */
const DOMAIN = /^(?=.{1,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+(?=.*[a-z])[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/;

/**
 * Tells whether a mail server would take the address of a person. A domain with letters beyond ASCII is judged as nodemailer sends it, in
 * Punycode by the rules of the URL standard.
 */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  const url = `http://${domain}`;
  if (text.length > 254 || !LOCAL_PART.test(text.slice(0, Math.max(at, 0))) || !DOMAIN_SIGNS.test(domain) || !URL.canParse(url))
    return false;
  return DOMAIN.test(new URL(url).hostname);
}
