/** Licences that let an operator distribute the product. */
const ALLOWED = new Set(['MIT', 'MIT-0', 'ISC', '0BSD', 'Zlib', 'CC0-1.0', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0']);
/** Allowed for these alone, and why. */
const EXCEPTIONS: Readonly<Record<string, RegExp>> = {
  // A font, which may travel with a program.
  'OFL-1.1': /^@fontsource-variable\/inter$/,
  // Its files stay as they are; a person who changes one publishes that file.
  'MPL-2.0': /^web-push$/,
  // A shared library that sharp loads and nobody changes.
  'LGPL-3.0-or-later': /^@img\/sharp-libvips-/,
};

export interface LicensedPackage {
  name: string;
  versions: string[];
  /** An SPDX expression, or the package's own words. */
  license: string;
}

const wordsOf = (expression: string) => expression.replace(/[()]/g, '').split(/ AND /);
const isAllowed = (expression: string) => wordsOf(expression).every((part) => part.split(/ OR /).some((one) => ALLOWED.has(one)));

/** A complaint for every package under a licence that nobody has allowed. */
export function strangeLicences(packages: readonly LicensedPackage[]): string[] {
  return packages
    .filter(({ name, license }) => !isAllowed(license) && !EXCEPTIONS[license]?.test(name))
    .map(({ name, versions, license }) => `${name} ${versions.join(', ')}: licencia no permitida: ${license}`);
}
