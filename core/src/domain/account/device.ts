/** Null means that the browser or system is not one of those we name. */
export interface Device {
  browser: string | null;
  system: string | null;
}

/** The order matters, because most browsers also claim to be Chrome or Safari. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

/** The order matters, because Android claims to be Linux and an iPhone to be like Mac OS X. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const findName = (userAgent: string, products: typeof browsers) => products.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;

export const readDevice = (userAgent: string): Device => ({ browser: findName(userAgent, browsers), system: findName(userAgent, systems) });
