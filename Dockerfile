# Vitrine as a container image. docs/operate/container.md says how to run it.
FROM node:26.10.0-slim AS build
WORKDIR /src
COPY . .
# The commit, for GET /version: the image is built without .git.
ARG VITRINE_COMMIT=""
RUN npm run build -- /release

FROM node:26.10.0-slim
ARG VITRINE_COMMIT=""
LABEL org.opencontainers.image.title="Vitrine" \
      org.opencontainers.image.description="A self-hosted creator portal for brand storefronts and affiliate marketing" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.revision="${VITRINE_COMMIT}"
COPY --from=build /release /app
# 1000 is the user `node` of the base image. Only /data and /tmp are written, so the rest can be read-only.
RUN install --directory --owner=1000 --group=1000 --mode=0700 /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "run/probe.mjs"]
CMD ["node", "start.mjs"]
