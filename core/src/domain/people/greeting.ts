export type Greeting = 'morning' | 'afternoon' | 'night';

/** 6 to 12 morning, 12 to 18 afternoon, otherwise night; the hour is 0 to 23 on the person's clock. */
export function greetingAt(hour: number): Greeting {
  if (hour >= 6 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'night';
}
