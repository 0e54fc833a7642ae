// Runs before the first paint, from its own file because the content security policy allows no inline script.
(() => {
  let theme = 'light';
  try {
    if (localStorage.getItem('theme') === 'dark') theme = 'dark';
  } catch {
    // A browser that forbids storage still gets the default.
  }
  document.documentElement.dataset.theme = theme;
  document.documentElement.style.colorScheme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'dark' ? '#13171b' : '#faf9f6');
})();

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  window.installPrompt = event;
});

// The server draws the next page for this width.
// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https.
document.cookie = `window_width=${innerWidth}; path=/; max-age=31536000; SameSite=Strict`;

// What the page reads first came with it, or is asked while its scripts load; `main.tsx` takes the answers. Older ones lack changes that no stream has reported.
const firstAnswers = new Map();
window.firstAnswers = firstAnswers;
setTimeout(() => firstAnswers.clear(), 10_000);
for (const { method, path, body, answer } of JSON.parse(document.getElementById('first-calls')?.textContent || '[]')) {
  const text = body && JSON.stringify(body);
  const headers = { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) };
  const key = method + path + (text ?? '');
  if (answer) firstAnswers.set(key, new Response(JSON.stringify(answer)));
  else firstAnswers.set(key, fetch(path, { method, headers, body: text, signal: AbortSignal.timeout(60_000) }));
}
