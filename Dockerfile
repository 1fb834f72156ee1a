# The service as an image: the runtime, the packages it needs and the source, run by a user without rights.
# docs/postgresql.md says what of this has been run, and how.

FROM node:22-slim AS install
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The package of the runtime holds its program twice; one copy is kept, where any user finds it.
RUN npm ci --omit=dev \
 && mv node_modules/bun/bin/bun.exe /usr/local/bin/bun \
 && rm -rf node_modules/bun node_modules/@oven node_modules/.bin \
 && mkdir /data

FROM debian:trixie-slim
WORKDIR /app
COPY --from=install /usr/local/bin/bun /usr/local/bin/bun
COPY --from=install --chown=10001:10001 /data /data
COPY --from=install /app/node_modules ./node_modules
COPY LICENSE package.json openapi.json swagger.json ./
COPY src ./src
ENV HOST=0.0.0.0 PORT=8080 WORKFORCE_DATA=/data
# A number, so that whoever runs the image can tell that it is not root.
USER 10001:10001
VOLUME /data
EXPOSE 8080
# The first start fills the database, which takes a moment.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s --retries=3 \
  CMD ["bun", "-e", "const answer = await fetch('http://127.0.0.1:' + process.env.PORT + '/api/v1/health', { signal: AbortSignal.timeout(4000) }).catch(() => undefined); process.exit(answer?.ok ? 0 : 1)"]
# Signals reach the service itself: no shell and no npm stand between.
STOPSIGNAL SIGTERM
ENTRYPOINT ["bun", "/app/src/main.ts"]
CMD ["serve"]
