function split(words: string): Set<string> {
  return new Set(words.split(' '));
}

/** Providers that give anyone an address. People who share such a domain are not colleagues. */
const publicProviders = split(
  '126.com 163.com 1und1.de abv.bg aliyun.com alice.it aol.com arcor.de att.net bellsouth.net bigpond.com bluewin.ch ' +
    'btinternet.com centrum.cz charter.net chello.at comcast.net cox.net daum.net duck.com email.cz email.de fastmail.com ' +
    'fastmail.fm foxmail.com free.fr freemail.hu freenet.de gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net gmx.us ' +
    'googlemail.com hanmail.net hey.com hushmail.com icloud.com inbox.lv inbox.ru interia.pl internode.on.net juno.com ' +
    'kpnmail.nl kabelmail.de laposte.net libero.it list.ru mac.com mail.bg mail.com mail.de mail.ee mail.ru mailbox.org ' +
    'mailfence.com me.com msn.com naver.com neuf.fr ntlworld.com o2.pl onet.pl optonline.net orange.fr orange.es ' +
    'outlook.com poczta.onet.pl posteo.de posteo.net proton.me protonmail.ch protonmail.com pm.me qq.com rambler.ru ' +
    'rediffmail.com rocketmail.com runbox.com seznam.cz sfr.fr sina.com sky.com skynet.be sohu.com startmail.com ' +
    'sunrise.ch t-online.de talktalk.net telenet.be terra.com.br tin.it tiscali.it tuta.com tuta.io tutanota.com ' +
    'tutanota.de ukr.net uol.com.br verizon.net virgilio.it wanadoo.fr web.de wp.pl xs4all.nl ya.ru yandex.com yandex.ru ' +
    'ymail.com ziggo.nl zoho.com zohomail.com bol.com.br vodafone.de aim.com gawab.com',
);
/** Providers with domains in many countries: hotmail.de, yahoo.co.uk. */
const internationalProviders =
  /^(?:hotmail|outlook|live|yahoo|yandex|gmx|msn|windowslive)\.(?:[a-z]{2,3}\.)?[a-z]{2,3}$/;

/** Sites with the pages of many people and companies on one host, including country hosts. */
const sharedSites = split(
  'linkedin.com facebook.com fb.com fb.me instagram.com twitter.com x.com threads.net tiktok.com youtube.com youtu.be ' +
    'xing.com github.com gitlab.com bitbucket.org stackoverflow.com medium.com pinterest.com reddit.com quora.com vk.com ' +
    'ok.ru weibo.com t.me telegram.me telegram.org wa.me whatsapp.com wikipedia.org crunchbase.com angel.co wellfound.com ' +
    'behance.net dribbble.com about.me linktr.ee beacons.ai bio.link calendly.com bit.ly goo.gl tinyurl.com lnkd.in ' +
    'sites.google.com docs.google.com drive.google.com plus.google.com maps.google.com g.page g.co maps.app.goo.gl ' +
    'business.site yelp.com glassdoor.com indeed.com kununu.com researchgate.net orcid.org academia.edu scholar.google.com ' +
    'patreon.com ko-fi.com gravatar.com keybase.io mastodon.social bsky.app snapchat.com soundcloud.com vimeo.com twitch.tv ' +
    'trustpilot.com apps.apple.com play.google.com amazon.com etsy.com ebay.com ebay.de kickstarter.com meetup.com ' +
    'eventbrite.com slideshare.net issuu.com upwork.com fiverr.com malt.fr malt.de freelancer.com apollo.io zoominfo.com',
);
/** Hosts that offer subdomains: "acme.wordpress.com" belongs to someone, "wordpress.com" does not identify anyone. */
const hostingDomains = split(
  'wordpress.com blogspot.com blogger.com wixsite.com wix.com weebly.com squarespace.com webflow.io tumblr.com ' +
    'myshopify.com github.io gitlab.io netlify.app vercel.app pages.dev herokuapp.com jimdo.com jimdofree.com jimdosite.com ' +
    'notion.site notion.so carrd.co godaddysites.com site123.me strikingly.com mystrikingly.com ueniweb.com business.site ' +
    'substack.com azurewebsites.net cloudfront.net amazonaws.com firebaseapp.com web.app onrender.com fly.dev strato.de ' +
    'over-blog.com free.fr e-monsite.com ovh.net wordpress.org google.com.sites canva.site framer.website framer.app',
);

/** True for free-mail domains, whose addresses do not identify a company. */
export function isPublicProvider(domain: string): boolean {
  return publicProviders.has(domain) || internationalProviders.test(domain);
}

/** True for hosts shared by many people and companies. They are never the domain of one company. */
export function isSharedHost(domain: string): boolean {
  if (isPublicProvider(domain) || hostingDomains.has(domain)) return true;
  const labels = domain.split('.');
  return labels.some((_, index) => sharedSites.has(labels.slice(index).join('.')));
}
