# Front Desk with its own PostgreSQL; docs/operating.md says how to run it ("In a container").

# What it runs on: any system with glibc and libstdc++. Node comes from where it was built.
ARG BASE=docker.io/library/debian:bookworm-slim
ARG BUILD_BASE=docker.io/library/node:22-bookworm-slim

FROM ${BUILD_BASE} AS build
WORKDIR /src
# Packages first: they change less often than the sources, and take longer.
COPY .npmrc package.json package-lock.json ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
RUN npm ci --include=dev --include=optional
COPY . .
RUN node scripts/package.mjs --folder /front-desk

FROM ${BASE}
ARG VERSION=0.13.5
LABEL org.opencontainers.image.title="Front Desk" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.licenses="AGPL-3.0-or-later"
# PostgreSQL wants a user with a name. What the volume holds is for this one only.
RUN groupadd --gid 10001 frontdesk \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent \
      --shell /usr/sbin/nologin frontdesk \
 && install --directory --owner=10001 --group=10001 --mode=0700 /data \
 && ln -s /opt/front-desk/front-desk /usr/local/bin/front-desk
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /front-desk /opt/front-desk
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=2m CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/api/v1/health/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Not through a shell: SIGTERM has to reach it.
ENTRYPOINT ["node", "/opt/front-desk/scripts/start-release.mjs"]
