# The service as an image: one executable file, run by a user without rights. Only /data and, for imports, /tmp are written to: the rest can
# be read-only.
# docs/postgresql.md says what of this has been run, and how.

FROM node:22-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY generated ./generated
COPY scripts ./scripts
COPY src ./src
RUN npm run build && mkdir -m 770 /data

FROM debian:trixie-slim
WORKDIR /app
COPY --from=build /app/dist/workforce /usr/local/bin/workforce
# The group is the one of a user that has no name here: whoever runs the image may choose any user id.
COPY --from=build --chown=10001:0 /data /data
COPY LICENSE ./
# Starts empty: invented people are for trying it out (WORKFORCE_DEMO=1).
ENV HOST=0.0.0.0 PORT=8080 WORKFORCE_DATA=/data WORKFORCE_DEMO=0
# A number, so that whoever runs the image can tell that it is not root.
USER 10001:10001
VOLUME /data
EXPOSE 8080
# The variable makes the executable the runtime alone, which runs the script.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s --retries=3 \
  CMD ["env", "BUN_BE_BUN=1", "workforce", "-e", "const answer = await fetch('http://127.0.0.1:' + process.env.PORT + '/api/v1/health', { signal: AbortSignal.timeout(4000) }).catch(() => undefined); process.exit(answer?.ok ? 0 : 1)"]
# Signals reach the service itself: no shell and no npm stand between.
STOPSIGNAL SIGTERM
ENTRYPOINT ["workforce"]
CMD ["serve"]
