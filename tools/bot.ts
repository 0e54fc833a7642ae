/** `npm run bot` runs the bot alone, on this machine or another one (BITACORA_URL). */
await import('../bot/src/main.ts');
