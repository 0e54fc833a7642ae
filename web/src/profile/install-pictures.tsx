/** A phone with its screen; what is drawn on it differs. */
const Phone = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <svg className="install-picture" viewBox="0 0 120 200" role="img" aria-label={label}>
    <rect className="phone" x="4" y="4" width="112" height="192" rx="14" />
    <rect className="line" x="16" y="34" width="60" height="6" rx="3" />
    <rect className="line" x="16" y="46" width="44" height="6" rx="3" />
    {children}
  </svg>
);

/** The menu of three points, open, with the entry to press. */
export const AndroidPicture = ({ label }: { label: string }) => (
  <Phone label={label}>
    <circle className="mark" cx="104" cy="16" r="2" />
    <circle className="mark" cx="104" cy="22" r="2" />
    <circle className="mark" cx="104" cy="28" r="2" />
    <rect className="sheet" x="40" y="34" width="68" height="96" rx="6" />
    <rect className="line" x="50" y="46" width="40" height="6" rx="3" />
    <rect className="line" x="50" y="64" width="46" height="6" rx="3" />
    <rect className="mark-box" x="46" y="80" width="56" height="18" rx="5" />
    <path className="mark-line" d="M56 85v7m-3-3 3 3 3-3M64 89h30" />
    <rect className="line" x="50" y="110" width="36" height="6" rx="3" />
  </Phone>
);

/** The share button below, and the list with the entry to press. */
export const IphonePicture = ({ label }: { label: string }) => (
  <Phone label={label}>
    <rect className="sheet" x="12" y="70" width="96" height="84" rx="8" />
    <rect className="line" x="22" y="82" width="50" height="6" rx="3" />
    <rect className="line" x="22" y="98" width="40" height="6" rx="3" />
    <rect className="mark-box" x="18" y="112" width="84" height="20" rx="5" />
    <path className="mark-line" d="M26 122h44M90 117v10m-5-5h10" />
    <rect className="line" x="22" y="140" width="46" height="6" rx="3" />
    <path className="mark-line" d="M53 172h-3v14h20v-14h-3M60 180v-17m-4 4 4-4 4 4" />
  </Phone>
);
