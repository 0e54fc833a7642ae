/** A page of a log: its margin and three entries. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      strokeWidth="2.5"
      strokeLinecap="round"
      aria-hidden="true"
      className="logo"
    >
      <rect width="32" height="32" rx="8" className="logo-page" />
      <path d="M10 7v18" className="logo-margin" />
      <path d="M15 11h8M15 16h8M15 21h5" className="logo-entries" />
    </svg>
  );
}
