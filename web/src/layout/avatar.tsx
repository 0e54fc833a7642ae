/** First letters of the first and the last word. */
const initialsOf = (name: string) => {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => (word ? [...word][0] : ''))
    .join('')
    .toLocaleUpperCase('es-MX');
};

/** Someone's photo, or their initials while they have none. The name stands beside it, so that it is read once. */
export const Avatar = ({ name, photoUrl }: { name: string; photoUrl: string | null }) => (
  <span className="avatar" data-initials={photoUrl ? undefined : initialsOf(name)}>
    {photoUrl && <img src={photoUrl} alt="" />}
  </span>
);
